import { CLUSTER_VARIABLE, makeClusterDir, removeCluster } from './test-server.ts'

let directory: string | undefined

/** Names a place for the server of this run; the first test that needs a database starts it. */
export function setup(): void {
  if (process.env['TEST_DATABASE_URL']) return
  directory = makeClusterDir()
  process.env[CLUSTER_VARIABLE] = directory
  process.on('exit', teardown)
}

export function teardown(): void {
  if (directory !== undefined) removeCluster(directory)
  directory = undefined
}
