// Loaded before each test file, and before the product where a test starts it: in a run of all tests what the server says of
// every statement is kept, for the check of row types.
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const folder = process.env['TEST_STATEMENTS']
if (folder && isMainThread) {
  const { recordStatements } = await import('./record-statements.ts')
  recordStatements(join(folder, `${process.pid}.jsonl`), join(import.meta.dirname, '../../..'))
}
