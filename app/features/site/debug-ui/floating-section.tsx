// Dialogs, drawers and toasts.
import { useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmDialog } from '#app/components/ui/confirm-dialog.tsx';
import { Dialog, DialogClose } from '#app/components/ui/dialog.tsx';
import { Drawer } from '#app/components/ui/drawer.tsx';
import { FormField } from '#app/components/ui/form-field.tsx';
import { Input } from '#app/components/ui/input.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { toast, toastAfterReload } from '#app/components/ui/toast-store.ts';
import { Group, Part, Row } from './part.tsx';
import { longWord } from './sample-data.ts';

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export function FloatingSection() {
  return (
    <Group title="Overlays">
      <DialogParts />
      <DrawerPart />
      <ToastPart />
    </Group>
  );
}

function DialogParts() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Part title="Dialogs: form, confirmation, failure">
      <Row>
        <Dialog
          isOpen={isOpen}
          onOpenChange={setOpen}
          title="Rename this collection"
          description="People who have it see the new name at once."
          trigger={<Button>Open a dialog</Button>}
          footer={
            <>
              <DialogClose>
                <Button>Cancel</Button>
              </DialogClose>
              <Button variant="primary" onClick={() => setOpen(false)}>
                Rename
              </Button>
            </>
          }
        >
          <FormField label="Name">
            <Input defaultValue="Warm-ups" />
          </FormField>
        </Dialog>
        <ConfirmDialog
          trigger={<Button variant="danger">Archive…</Button>}
          title="Archive “Music for slow barre”?"
          description="It leaves the store today. The 19 teachers who bought it keep it."
          confirmLabel="Archive"
          onConfirm={() => wait(1200)}
        />
        <ConfirmDialog
          trigger={<Button variant="danger">Delete, and fail…</Button>}
          title={`Delete “${longWord}”?`}
          description="You can’t undo this."
          confirmLabel="Delete"
          onConfirm={async () => {
            await wait(600);
            throw new Error('sample');
          }}
        />
      </Row>
    </Part>
  );
}

function DrawerPart() {
  return (
    <Part title="Drawers">
      <Row>
        <Drawer
          title="Your cart"
          trigger={<Button>From the right</Button>}
          footer={
            <Button variant="primary" size="l" isFull>
              Checkout
            </Button>
          }
        >
          <RunningOrder>
            <OrderLine figure="$48.00">Pre-pointe readiness</OrderLine>
            <OrderLine figure="$18.00">Groove foundations</OrderLine>
          </RunningOrder>
        </Drawer>
        <Drawer title="Menu" side="left" trigger={<Button>From the left</Button>}>
          <p className="meta">The main menu on a phone.</p>
        </Drawer>
      </Row>
    </Part>
  );
}

function ToastPart() {
  return (
    <Part title="Toasts" isWide>
      <Row>
        <Button
          onClick={() =>
            toast({ title: 'Cart Cleared', description: 'All items have been removed from your cart' })
          }
        >
          Plain
        </Button>
        <Button onClick={() => toast({ title: 'Groove foundations for mixed levels added to cart' })}>
          Added to cart
        </Button>
        <Button
          onClick={() =>
            toast({
              title: 'Music for slow barre archived',
              action: { label: 'Undo', onPress: () => toast({ title: 'Published again' }) },
            })
          }
        >
          With an action
        </Button>
        <Button
          onClick={() =>
            toast({ title: 'Error', description: 'Failed to update cart item', variant: 'destructive' })
          }
        >
          Destructive
        </Button>
        <Button onClick={() => toast({ title: `🎉 ${longWord}`, description: `${longWord} ${longWord}` })}>
          Long
        </Button>
        <Button
          onClick={() => {
            for (let count = 1; count <= 7; count += 1) toast({ title: `Toast ${count} of 7` });
          }}
        >
          Seven at once
        </Button>
        <Button
          onClick={() => {
            toastAfterReload({ title: 'Item Removed', description: 'Item has been removed from your cart' });
            location.reload();
          }}
        >
          After a reload
        </Button>
      </Row>
    </Part>
  );
}
