import { isUniqueViolation } from '@sluice/db'
import { refuse } from './refuse.ts'

/** What writes a name: one that is taken is an answer at its field, not an accident. */
export async function orNameTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isUniqueViolation(error) ? refuse('conflict.name', { field: 'name', value: name }) : error
  }
}
