import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, signIn, startProduct } from './product.ts'
import { runCli } from './run-cli.ts'
import { waitForCalm } from './run-strategy.ts'

let product: Product
let directory: string
let token = ''
const STRATEGY = 'strategies/demo-shop-to-erp.yaml'

beforeAll(async () => {
  product = await startProduct({ args: ['--demo'] })
  const api = await product.signIn()
  const strategy = (await api.workplace.demoStatus()).content.strategy_id ?? ''
  await waitForCalm(api, strategy)
  token = await makeToken('admin')
  directory = await mkdtemp(join(tmpdir(), 'sluice-config-'))
}, 240_000)
afterAll(async () => {
  await product.dispose()
  await rm(directory, { recursive: true, force: true })
})

/** As a person makes one under account settings. */
async function makeToken(username: string): Promise<string> {
  const api = await signIn(product.url, username, 'Weir-4711-gate!')
  const verbs = ['query', 'add', 'update', 'delete']
  const all = ['strategy', 'connector', 'mapping', 'asset', 'platform'].flatMap(each =>
    verbs.map(verb => `${each}:${verb}`),
  )
  const permissions = [...all, 'strategy:export', 'mapping:import']
  const { content } = await api.account.createToken({
    body: { name: 'ci', permissions, days: 1 },
  })
  return content.token
}

const sluice = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCli(args, { SLUICE_URL: product.url, SLUICE_TOKEN: token, ...env })

const edit = async (path: string, from: string, to: string): Promise<void> => {
  const place = join(directory, path)
  const text = await readFile(place, 'utf8')
  expect(text).toContain(from)
  await writeFile(place, text.replace(from, to))
}

test('what is exported is planned as nothing to do (0)', async () => {
  const first = await sluice(['export', directory])
  expect([first.code, first.err]).toEqual([0, ''])
  expect(first.out).toContain('3 files: 3 written, 0 removed')
  expect((await readdir(directory)).sort()).toEqual(['connectors', 'strategies'])
  expect((await sluice(['export', directory])).out).toContain('3 files: 0 written, 0 removed, 3 as they were.')
  const plan = await sluice(['plan', directory])
  expect([plan.code, plan.out.trim(), plan.err]).toEqual([0, 'Nothing to do: the tenant is as the files say.', ''])
})

test('a change is planned with its fields and its effect on stored records (2), and applied', async () => {
  await edit(STRATEGY, 'template: "{{remark}}"', 'template: "[{{order_no}}]"')
  const plan = await sluice(['plan', directory, '--sample', '200'])
  expect([plan.code, plan.err]).toEqual([2, ''])
  expect(plan.out).toContain('~ strategy demo-shop-to-erp')
  expect(plan.out).toContain('spec.mapping.fields[target=FNote].value.template: "{{remark}}" → "[{{order_no}}]"')
  expect(plan.out).toContain('of 200 looked at')
  expect(plan.out).toContain('200 written otherwise, 0 newly refused')
  expect(plan.out).not.toContain('\x1b[')
  const none = await sluice(['apply', directory])
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('--yes')])
  const stale = await sluice(['apply', directory, '--plan', 'another'])
  expect([stale.code, stale.err]).toEqual([1, expect.stringContaining('Nothing was written')])
  const hash = /Hash of this plan: (\S+)/.exec(plan.out)?.[1] ?? ''
  const applied = await sluice(['apply', directory, '--plan', hash])
  expect([applied.code, applied.err]).toEqual([0, ''])
  expect(applied.out).toContain('Applied: 0 created, 1 changed, 0 deleted.')
  expect((await sluice(['plan', directory])).code).toBe(0)
})

test('a mapping that refuses records says how many before anything runs', async () => {
  await edit(STRATEGY, 'target: FNote\n', 'target: FNote\n        type: int\n')
  const { code, out } = await sluice(['plan', directory, '--json', '--sample', '100'])
  const plan = JSON.parse(out)
  expect(code).toBe(2)
  expect(plan.effects).toMatchObject([
    { strategy: 'demo-shop-to-erp', records: 100, refused: 100, fields: [{ field: 'FNote', records: 100 }] },
  ])
  await sluice(['export', directory])
})

test('what is wrong is told with file and line (1), in the language of the terminal', async () => {
  await edit(STRATEGY, 'connector: sandbox-erp/', 'connector: sandbox-erp/gone-')
  const english = await sluice(['plan', directory])
  const lines = (await readFile(join(directory, STRATEGY), 'utf8')).split('\n')
  const line = lines.findIndex(each => each.includes('gone-')) + 1
  expect(english.code).toBe(1)
  expect(english.out).toContain(`${STRATEGY}:${line}: spec.target.connector: "sandbox-erp/gone-`)
  const chinese = await sluice(['plan', directory], { LANG: 'zh_CN.UTF-8' })
  expect([chinese.code, chinese.out]).toEqual([1, expect.stringContaining('有 1 个问题')])
  const applied = await sluice(['apply', directory, '--yes', '--json'])
  expect([applied.code, JSON.parse(applied.out)]).toMatchObject([
    1,
    { applied: false, problems: [{ file: STRATEGY, line }] },
  ])
  await sluice(['export', directory])
})

test('secrets come from the environment, are kept where they are set, and lie in no file', async () => {
  const files = await readdir(join(directory, 'connectors'), { recursive: true, withFileTypes: true })
  const paths = files.filter(each => each.isFile()).map(each => join(each.parentPath, each.name))
  const text = (await Promise.all(paths.map(path => readFile(path, 'utf8')))).join('\n')
  const [, name = ''] = /client_secret: \$\{secret:(\w+)\}/.exec(text) ?? []
  expect(name).toMatch(/^CONNECTOR_SANDBOX_SHOP_\w+__CLIENT_SECRET$/)
  const other = await sluice(['plan', directory], { [name]: 'another-secret' })
  expect([other.code, other.out]).toEqual([2, expect.stringContaining(`Secrets that are stored:\n  ${name}`)])
  expect(other.out).not.toContain('another-secret')
})

test('no token, a wrong one, nobody there and no directory are told apart (1)', async () => {
  const failures = [
    await sluice(['plan', directory], { SLUICE_TOKEN: '' }),
    await sluice(['plan', directory], { SLUICE_TOKEN: 'sl_wrong-wrong-wrong-wrong-wrong' }),
    await sluice(['plan', directory, '--url', 'http://127.0.0.1:9']),
    await sluice(['plan', join(directory, 'nowhere')]),
  ]
  expect(failures.map(({ code }) => code)).toEqual([1, 1, 1, 1])
  const told = ['SLUICE_TOKEN is needed', 'Sign in', 'No Sluice answers', 'cannot be read']
  for (const [at, { err }] of failures.entries()) expect(err).toContain(told[at])
})
