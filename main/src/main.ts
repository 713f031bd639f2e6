import { Failure } from '@sluice/contract'
import { createVault, type Database } from '@sluice/db'
import { blameRun } from '@sluice/engine'
import pino from 'pino'
import { readArguments, usage } from './arguments.ts'
import { backUp, restore } from './backup.ts'
import { readEnvironment, readSettings, roles, type Settings, SettingsError } from './env.ts'
import { guardProcess } from './guard-process.ts'
import { readMasterKeys } from './master-key.ts'
import { printable } from './printable.ts'
import { rotateSecrets } from './rotate-secrets.ts'
import { showWaiting } from './show-waiting.ts'
import { openStore, type Running, start } from './start.ts'
import { version } from './version.ts'

// A terminal sends its interrupt to the whole group, and a parent may pass it on: the echo is not a second request.
const ECHO_MS = 1000
// A stop that hangs ends here; what it leaves behind is taken up after the lease.
const STOP_MS = 19_500

try {
  await runCommand(process.argv.slice(2))
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

// What one command alone needs is loaded by it.
async function runCommand(args: readonly string[]): Promise<void> {
  const command = readArguments(args)
  if (command.kind === 'help') return console.log(usage)
  if (command.kind === 'version') return console.log(version)
  if (command.kind === 'wrong') throw new Failure({ code: 'arguments', message: `${command.message}\n\n${usage}` })
  if (command.kind === 'start') return serve(readSettings(undefined, command.settings), command.demo)
  if (command.kind === 'package') {
    const { runPackage } = await import('./package/run-package.ts')
    process.exitCode = await runPackage(command.command, readEnvironment())
    return
  }
  if (command.kind === 'marketFile') {
    const { runMarket } = await import('./market/run-market.ts')
    process.exitCode = await runMarket(command.command, readEnvironment())
    return
  }
  if (command.kind === 'config') {
    const { runConfig } = await import('./config/run-config.ts')
    process.exitCode = await runConfig(command.command, readEnvironment())
    return
  }
  if (command.kind === 'verifyLog') return (await import('./verify-log.ts')).verifyLog(command.file)
  const settings = readSettings()
  if (command.kind === 'backup' || command.kind === 'restore') return keepSafe(settings, command.kind, command.file)
  const store = await openStore(settings)
  try {
    if (command.kind === 'migrate') return console.log(`The database fits Sluice ${version}.`)
    if (command.kind === 'secrets') return console.log(await changeSecrets(store.database, settings, command))
    const { changeHost, changeQuota, createTenant, listProofs, resetPassword } = await import('@sluice/api')
    if (command.kind === 'quota') {
      const limits = await changeQuota(store.database, command.code, command.change)
      for (const [name, limit] of Object.entries(limits)) console.log(`  ${name.padEnd(18)} ${limit ?? 'none'}`)
      return
    }
    if (command.kind === 'proof') {
      const proofs = await store.database.withSystem(tx => listProofs(tx, command.code))
      if (proofs.length > 0) return console.log(proofs.map(({ proof }) => proof).join('\n'))
      throw new Failure({
        code: 'notFound.tenantProof',
        message: `No tenant of the code ${command.code} was removed here.`,
      })
    }
    if (command.kind === 'website') {
      await changeHost(store.database, command.code, command.host)
      return console.log(`Tenant ${command.code} is told by ${command.host ?? 'no host'}.`)
    }
    if (command.kind === 'market') return await judgeMarket(store.database, command)
    if (command.kind === 'resetPassword') {
      const password = await resetPassword(store.database, command.user, Date.now())
      return console.log(`  user name          ${command.user}\n  one-time password  ${password}`)
    }
    const made = await createTenant(store.database, {
      code: command.code,
      name: command.name,
      adminUsername: command.admin,
    })
    console.log(
      `Tenant ${command.code} is made.\n  user name          ${made.username}\n  one-time password  ${made.password}`,
    )
  } finally {
    await store.close()
  }
}

async function judgeMarket(
  database: Database,
  { id, reason }: { readonly id: string | null; readonly reason: string | null },
): Promise<void> {
  const { judgeByCommand, listWaiting } = await import('@sluice/api')
  if (id !== null) {
    const { name, version } = await judgeByCommand(database, { id, reason }, Date.now())
    return console.log(`${printable(name)} ${version} ${reason === null ? 'is in the market' : 'is refused'}.`)
  }
  const waiting = await listWaiting(database)
  if (waiting.length === 0) return console.log('Nothing waits for approval.')
  for (const line of showWaiting(waiting)) console.log(line)
}

async function changeSecrets(
  database: Database,
  settings: Settings,
  { action, code }: { readonly action: 'rotate' | 'rewrap'; readonly code: string | null },
): Promise<string> {
  const keys = await readMasterKeys(settings.dataDir, settings.masterKey, settings.oldMasterKey)
  if (action === 'rewrap') {
    const rewrapped = await createVault(database, keys, Date.now).rewrap()
    return `${rewrapped} data keys are wrapped by the current master key. MASTER_KEY_OLD is not needed any more.`
  }
  const { tenants, resealed, broken } = await rotateSecrets(database, keys, code)
  const left = broken === 0 ? '' : `\n${broken} texts could not be opened and stay as they are.`
  return `${tenants} tenants have a new data key; ${resealed} secrets are sealed by it. The old keys go after a day.${left}`
}

async function keepSafe(settings: Settings, kind: 'backup' | 'restore', file: string): Promise<void> {
  if (kind === 'backup') {
    const { sizeBytes } = await backUp(settings, file)
    return console.log(
      `Backed up to ${file} (${sizeBytes} bytes).\nThe master key is not in it: keep ${settings.masterKey ? 'MASTER_KEY' : `${settings.dataDir}/master.key`} at another place.`,
    )
  }
  const { isKeyMissing } = await restore(settings, file)
  console.log(`Restored into ${settings.databaseUrl === null ? settings.dataDir : 'the database of DATABASE_URL'}.`)
  if (isKeyMissing)
    console.log(
      `The master key that sealed its secrets is not here. Put it at ${settings.dataDir}/master.key, or set MASTER_KEY, before the first start; without it all secrets must be entered again.`,
    )
}

async function serve(settings: Settings, demo: boolean): Promise<void> {
  const log = pino({ level: settings.logLevel })
  let running: Running | null = null
  guardProcess(process, { log, blame: blameRun, end: () => stopAndExit(running, 1) })
  running = await start(settings, { demo, log })
  console.log(greet(running, settings))
  let askedMs = 0
  const stop = async (): Promise<void> => {
    const sinceMs = Date.now() - askedMs
    if (askedMs > 0 && sinceMs < ECHO_MS) return
    if (askedMs > 0) process.exit(1)
    askedMs = Date.now()
    console.log('Stopping: work in hand is being finished …')
    await stopAndExit(running, 0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
}

/** Never rejects: a stop that fails ends the process as well. */
async function stopAndExit(running: Running | null, code: number): Promise<void> {
  setTimeout(() => process.exit(1), STOP_MS).unref()
  try {
    await running?.stop()
    process.exit(code)
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
}

function greet({ url, admin, reach }: Running, settings: Settings): string {
  const lines = [`\n  Sluice ${version} is ready: ${url ?? 'no port, as no role needs one'}\n`]
  if (settings.roles.length < roles.length)
    lines.push(`  roles ${settings.roles.join(', ')}; pools labelled ${settings.labels.join(', ')}\n`)
  if (admin?.isOneTime)
    lines.push(
      `  user name          ${admin.username}`,
      `  one-time password  ${admin.password}   (you choose your own at the first sign-in)`,
      '',
    )
  else if (admin) lines.push(`  user name  ${admin.username}`, '')
  lines.push(...reach.map(sentence => `  ${sentence}`))
  lines.push(
    `  data in ${settings.databaseUrl === null ? settings.dataDir : `the database of DATABASE_URL, files in ${settings.dataDir}`}; Ctrl+C stops\n`,
  )
  return lines.join('\n')
}

function explain(error: unknown): string {
  if (error instanceof SettingsError)
    return `Sluice cannot start, these settings are wrong:\n${error.problems.map(problem => `  ${problem}`).join('\n')}`
  if (error instanceof Failure && error.code === 'log.broken') return error.message
  if (error instanceof Failure) return `Sluice cannot start: ${error.message}${error.advice ? `\n${error.advice}` : ''}`
  if ((error as NodeJS.ErrnoException)?.code === 'EADDRINUSE')
    return `Sluice cannot start: port ${(error as { port?: number }).port} is taken. Set PORT to another one.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
