import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'

/** A SQLite file that the product may be reading or writing at the same time. */
export const openDatabase = (path: string, options: DatabaseSyncOptions = {}): DatabaseSync =>
  new DatabaseSync(path, { timeout: 5000, ...options })
