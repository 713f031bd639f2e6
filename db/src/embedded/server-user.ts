import { lchownSync, readdirSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { Failure } from '@sluice/contract'

/** Who runs the server. PostgreSQL refuses root, so root hands it to somebody with fewer rights. */
export interface ServerUser {
  readonly uid: number
  /** Options for spawn; empty when we are that user already. */
  readonly spawn: { readonly uid?: number; readonly gid?: number }
}

// The user `nobody` of every Linux distribution. The server must have a name, so an unused number will not do.
const NOBODY = 65_534

/** The owner of the cluster where there is one, else ourselves, or `nobody` for root. */
export function findServerUser(directory: string): ServerUser {
  const owner = statSync(directory, { throwIfNoEntry: false })
  const uid = process.getuid?.()
  if (uid === undefined) throw refuse('The embedded PostgreSQL needs a Unix system.')
  if (uid === 0) {
    if (process.platform !== 'linux') throw refuse('The embedded PostgreSQL does not run for root on this system.')
    const server = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: NOBODY, gid: NOBODY }
    // A copy or a restored backup made by root belongs to root, as whom the server does not run.
    if (owner?.uid === 0) giveTree(directory, server)
    return { uid: server.uid, spawn: server }
  }
  if (owner && owner.uid !== uid)
    throw new Failure({
      code: 'database.data-dir',
      message: `The database in ${directory} belongs to another user (number ${owner.uid}).`,
      field: 'DATA_DIR',
      value: directory,
      advice: `Start Sluice as that user, or give the directory away: chown -R ${uid} ${directory}`,
    })
  requireUserName()
  return { uid, spawn: {} }
}

/** Links are changed themselves, never what they point to. */
function giveTree(path: string, to: { readonly uid: number; readonly gid: number }): void {
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(path, entry), to.uid, to.gid)
  lchownSync(path, to.uid, to.gid)
}

/** PostgreSQL asks the system for the name of its user; in a container with a bare number there is none. */
function requireUserName(): void {
  try {
    userInfo()
  } catch (error) {
    throw refuse('The user running Sluice has no name on this system, which the embedded PostgreSQL needs.', error)
  }
}

const refuse = (message: string, cause?: unknown): Failure =>
  new Failure({
    code: 'database.embedded-unsupported',
    message,
    field: 'DATABASE_URL',
    advice: 'Run Sluice as an ordinary named user, or set DATABASE_URL to a PostgreSQL 15 or later.',
    cause,
  })
