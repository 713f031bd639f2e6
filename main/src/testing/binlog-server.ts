import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findPort } from '@sluice/connector-kit/conformance'
import mysql from 'mysql2/promise'

const find = (name: string): string | null => {
  const found = spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin:/usr/local/sbin command -v ${name}`], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : null
}

/** Whether this machine has the programs of a MariaDB server. */
export const hasMariaDb = find('mariadbd') !== null && find('mariadb-install-db') !== null

/** A MariaDB of its own that logs rows, at a port of 127.0.0.1. */
export async function startBinlogServer(settings: readonly string[] = []) {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-binlog-'))
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? ['--user=root'] : []
  const data = join(directory, 'data')
  const made = spawnSync(
    find('mariadb-install-db') ?? '',
    ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db', ...user],
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`making a MariaDB: ${made.stdout} ${made.stderr}`)
  const port = await findPort()
  const start = () =>
    spawn(
      find('mariadbd') ?? '',
      [
        '--no-defaults',
        `--datadir=${data}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        `--socket=${join(directory, 's')}`,
        `--pid-file=${join(directory, 'pid')}`,
        '--server-id=7',
        '--log-bin=log',
        '--binlog-format=ROW',
        '--binlog-row-metadata=FULL',
        '--sync-binlog=0',
        '--innodb-flush-log-at-trx-commit=0',
        '--innodb-buffer-pool-size=32M',
        '--character-set-server=utf8mb4',
        '--skip-name-resolve',
        ...settings,
        ...user,
      ],
      { stdio: 'ignore' },
    )
  const child = start()
  const options = { host: '127.0.0.1', port, user: 'root', multipleStatements: true }
  let connection: mysql.Connection | undefined
  for (const deadline = performance.now() + 30_000; !connection; await wait(50)) {
    connection = await mysql.createConnection(options).catch(() => undefined)
    if (performance.now() > deadline) throw new Error('starting a MariaDB: it does not answer')
  }
  await connection.query('create database shop')
  return {
    connection,
    params: { host: '127.0.0.1', port, database: 'shop', username: 'root', password: '' },
    stop: async () => {
      await connection.end()
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
