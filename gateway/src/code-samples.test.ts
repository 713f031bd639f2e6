import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSamples } from './code-samples.ts'
import { describeApplication } from './describe.ts'
import type { CodeSample } from './sample-call.ts'
import { openWorld, type TestApp, type TestWorld } from './testing/world.ts'

const run = promisify(execFile)
let world: TestWorld
let app: TestApp
let dir: string
beforeAll(async () => {
  world = await openWorld(1)
  // A name that every language quotes in its own way.
  app = await world.makeApp(
    {},
    { key: [`it's "a\\b" $HOME \`x\``] },
    { operations: ['query', 'find', 'store', 'link'] },
  )
  dir = await mkdtemp(join(tmpdir(), 'sluice-samples-'))
})
afterAll(async () => {
  await world.close()
  await rm(dir, { recursive: true, force: true })
})

const commands = {
  curl: ['call.sh', 'sh'],
  typescript: ['call.mts', process.execPath],
  python: ['call.py', 'python3'],
  java: ['Call.java', 'java'],
} as const

const has = (command: string): Promise<boolean> =>
  run(command, ['--version']).then(
    () => true,
    () => false,
  )

async function runSample({ language, way, source }: CodeSample, secret = app.secret): Promise<string> {
  const [file, command] = commands[language]
  const path = join(dir, file)
  await writeFile(path, source)
  const { stdout } = await run(command, [path], { env: { ...process.env, APP_SECRET: secret } }).catch(error => {
    throw new Error(`${language} by ${way}: ${error.stderr}\n${source}`)
  })
  return stdout
}

const describeApp = () =>
  world.database.withTenant(world.tenantId, tx => describeApplication(tx, app.id, world.addresses[0] ?? '', Date.now()))

const offered = Object.entries(commands)
// A plain shell tells no version.
for (const [language, [, command]] of offered)
  describe.skipIf(!(await has(command === 'sh' ? 'curl' : command)))(`samples in ${language}`, () => {
    test.each([
      ['POST', 'query', '"items":['],
      ['POST', 'store', '"success":true'],
      ['GET', 'find-one/{id}', '"code":40401'],
    ])('%s %s is called as it stands, with a token and signed', async (method, operation, found) => {
      const facts = await describeApp()
      const samples = facts?.samples(method, world.pathOf(app, operation))?.filter(each => each.language === language)
      expect(samples?.map(each => each.way)).toEqual(['token', 'signature'])
      for (const sample of samples ?? []) {
        expect(sample.source).not.toContain(app.secret)
        expect(await runSample(sample)).toContain(found)
      }
    })

    test('a wrong secret is told, not hidden', async () => {
      const facts = await describeApp()
      const signed = facts
        ?.samples('GET', '/v2/limits')
        ?.find(each => each.language === language && each.way === 'signature')
      expect(await runSample(signed!, 'wrong')).toContain('40101') // there was one in the test before
    })
  })

test('what an application has not is no operation, whatever it is called', async () => {
  const facts = await describeApp()
  for (const path of ['/v2/oauth', '__proto__', 'constructor', '', world.pathOf(app, 'dispatch-source')])
    expect(facts?.samples('POST', path)).toBeNull()
  expect(facts?.samples('constructor', world.pathOf(app, 'query'))).toBeNull()
  expect(facts?.samples('GET', world.pathOf(app, 'query'))).toBeNull()
})

test('a text in a sample stays a text', async () => {
  const hostile = `'; touch /tmp/x; echo "\${HOME}" \\u0022 $(id) \u2028`
  const samples = writeSamples({
    ...{ origin: 'http://127.0.0.1:1', appKey: 'k', method: 'POST', path: '/v2/x', certificate: 'none' },
    body: JSON.stringify({ hostile }),
  })
  for (const { language, source } of samples) {
    const body = language === 'curl' ? `'\\''; touch` : JSON.stringify(JSON.stringify({ hostile }))
    expect(source).toContain(body)
  }
})

test('every operation has an example of its body and of its answer', async () => {
  const facts = await describeApp()
  for (const [path, methods] of Object.entries(facts?.openApi.paths ?? {}))
    for (const operation of Object.values(methods as Record<string, { responses: object; requestBody?: object }>)) {
      expect([path, JSON.stringify(operation.responses)]).toEqual([
        path,
        expect.stringContaining('"example":{"success":true'),
      ])
      if (operation.requestBody)
        expect([path, JSON.stringify(operation.requestBody)]).toEqual([path, expect.stringContaining('"example"')])
    }
})

test('a collection for Postman signs in, and holds every operation once', async () => {
  const facts = await describeApp()
  const text = JSON.stringify(facts?.postman())
  expect(JSON.parse(text)).toMatchObject({
    info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [{ name: 'Get a token' }, { item: expect.any(Array) }, { name: expect.any(String) }],
  })
  expect(text.match(/"method":/g)?.length).toBe(Object.keys(facts?.openApi.paths ?? {}).length + 1)
  expect(text).not.toContain(app.secret)
})
