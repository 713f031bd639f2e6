import type { Search } from '../types.ts'

/** What is asked of the server: only what is set. */
export const toFilter = ({ sort: _, overdue, ...search }: Search) => ({
  ...Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)),
  ...(overdue && { overdue: '1' }),
})
