// The directory of instructors.
import * as contract from '#shared/features/connect/connect.contract.ts';
import { catalogueQuery } from '#app/lib/query.ts';
import { instructorFilters, instructorListQuery } from './connect-url.ts';

export const listInstructorsQuery = (params: URLSearchParams) =>
  catalogueQuery(contract.listInstructors, { query: instructorListQuery(params) });

export const getInstructorFacetsQuery = (params: URLSearchParams) =>
  catalogueQuery(contract.getInstructorFacets, { query: instructorFilters(params) });

export const getInstructorQuery = (id: number) => catalogueQuery(contract.getInstructor, { params: { id } });
