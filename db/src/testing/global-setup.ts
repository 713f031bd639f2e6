import { CLUSTER_VARIABLE, makeClusterDir, removeCluster } from './test-server.ts'

let directory: string | undefined

/** Names a place for the server of this run; the first test that needs a database starts it. */
export function setup(): void {
  // Every project of the run calls this; one place is for all of them.
  if (process.env['TEST_DATABASE_URL'] || process.env[CLUSTER_VARIABLE]) return
  directory = makeClusterDir()
  process.env[CLUSTER_VARIABLE] = directory
  process.on('exit', teardown)
}

export function teardown(): void {
  if (directory !== undefined) removeCluster(directory)
  directory = undefined
}
