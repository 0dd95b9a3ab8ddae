-- Curriculum admin and moderator never allowed anything and can't be assigned any more. Who held one keeps every other
-- role, and is a member without any; the audit log says so, by the system itself.
WITH held AS (
	SELECT id, role, roles,
		coalesce(nullif(array_remove(array_remove(roles, 'curriculum_admin'), 'moderator'), '{}'), array['user']) AS kept
	FROM users
	WHERE roles && array['curriculum_admin', 'moderator']
), changed AS (
	UPDATE users
	SET roles = held.kept, role = CASE WHEN users.role = any (held.kept) THEN users.role ELSE held.kept[1] END
	FROM held
	WHERE users.id = held.id
	RETURNING users.id, users.role, users.roles
)
INSERT INTO audit_log (action, subject_type, subject_id, user_id, details, created_at)
SELECT 'account.roles', 'user', held.id::text, held.id,
	jsonb_build_object(
		'before', jsonb_build_object('role', held.role, 'roles', to_jsonb(held.roles)),
		'after', jsonb_build_object('role', changed.role, 'roles', to_jsonb(changed.roles))
	),
	now()
FROM held JOIN changed USING (id);
