export { type Database, type DatabaseOptions, openDatabase } from './database.ts'
export {
  type DumpHead,
  dumpDatabase,
  isEmptyDatabase,
  listKeyIds,
  loadDatabase,
  next as nextFrame,
  readJson as readFrameJson,
} from './dump.ts'
export { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts'
export { damaged, type Frame, readFrames, writeFrame, writeJson } from './frames.ts'
export { type MigrateOptions, migrate } from './migrate.ts'
export { type Migration, readMigrations as listMigrations } from './migration-files.ts'
export { createResealer, type Resealed, sealedPlaces } from './reseal.ts'
export { findServerPlaces } from './server-place.ts'
export { getSqlState, isUniqueViolation, isWorthRetrying, SqlState } from './sql-state.ts'
export { findStoreTrouble, type StoreTrouble } from './store-trouble.ts'
export type { StatementOptions, TransactionOptions, Tx } from './tx.ts'
export { createVault, isSealed, type MasterKeys, type Vault } from './vault.ts'
export type { AnswerNews, Answers } from './watch-answers.ts'
