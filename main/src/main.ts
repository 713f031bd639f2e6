import { createTenant } from '@sluice/api'
import { Failure } from '@sluice/contract'
import { readArguments, usage } from './arguments.ts'
import { readSettings, type Settings, SettingsError } from './env.ts'
import { openStore, type Running, start } from './start.ts'
import { version } from './version.ts'

// A terminal sends its interrupt to the whole group, and a parent may pass it on: the echo is not a second request.
const ECHO_MS = 1000

try {
  await runCommand(process.argv.slice(2))
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}

async function runCommand(args: readonly string[]): Promise<void> {
  const command = readArguments(args)
  if (command.kind === 'help') return console.log(usage)
  if (command.kind === 'version') return console.log(version)
  if (command.kind === 'wrong') throw new Failure({ code: 'arguments', message: `${command.message}\n\n${usage}` })
  const settings = readSettings()
  if (command.kind === 'start') return serve(settings, command.demo)
  const store = await openStore(settings)
  try {
    if (command.kind === 'migrate') return console.log(`The database fits Sluice ${version}.`)
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

async function serve(settings: Settings, demo: boolean): Promise<void> {
  const running = await start(settings, { demo })
  console.log(greet(running, settings))
  let askedMs = 0
  const stop = async (): Promise<void> => {
    const sinceMs = Date.now() - askedMs
    if (askedMs > 0 && sinceMs < ECHO_MS) return
    if (askedMs > 0) process.exit(1)
    askedMs = Date.now()
    console.log('Stopping: work in hand is being finished …')
    await running.stop()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
}

function greet({ url, admin }: Running, settings: Settings): string {
  const lines = [`\n  Sluice ${version} is ready: ${url}\n`]
  if (admin?.isOneTime)
    lines.push(
      `  user name          ${admin.username}`,
      `  one-time password  ${admin.password}   (you choose your own at the first sign-in)`,
      '',
    )
  else if (admin) lines.push(`  user name  ${admin.username}`, '')
  lines.push(
    `  data in ${settings.databaseUrl === null ? settings.dataDir : `the database of DATABASE_URL, files in ${settings.dataDir}`}; Ctrl+C stops\n`,
  )
  return lines.join('\n')
}

function explain(error: unknown): string {
  if (error instanceof SettingsError)
    return `Sluice cannot start, these settings are wrong:\n${error.problems.map(problem => `  ${problem}`).join('\n')}`
  if (error instanceof Failure) return `Sluice cannot start: ${error.message}${error.advice ? `\n${error.advice}` : ''}`
  if ((error as NodeJS.ErrnoException)?.code === 'EADDRINUSE')
    return `Sluice cannot start: port ${(error as { port?: number }).port} is taken. Set PORT to another one.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
