import { createHmac, randomBytes } from 'node:crypto'
import { createTenant } from '@sluice/api'
import { createAlertWatch } from '@sluice/api/background'
import { createEgress } from '@sluice/connector-kit'
import { startWebhook, type Webhook } from '@sluice/connector-kit/robot/testing'
import { connectors } from '@sluice/connectors'
import { newId } from '@sluice/contract'
import { createVault, type Vault } from '@sluice/db'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { createEngine } from '@sluice/engine'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMailSender } from './mail-sender.ts'
import { type MailServer, startMailServer } from './testing/mail-server.ts'
import { watchSystemNames } from './testing/watch-system-names.ts'

const account = { username: 'sluice', password: 'pa55' }
const GOOD = { errcode: 0, code: 0, errmsg: 'ok' }
let home: TestDatabase
let tenantId: string
let smtp: MailServer
let group: Webhook
let vault: Vault
const egress = createEgress({ allowPrivate: true })

beforeAll(async () => {
  home = await createTestDatabase({ poolSize: 8 })
  const made = await createTenant(home.database, { code: 'aa', name: 'A', adminUsername: 'admin-a' })
  tenantId = made.tenantId
  smtp = await startMailServer(account)
  vault = createVault(home.database, { current: 'k', keys: new Map([['k', randomBytes(32)]]) }, Date.now)
})
beforeEach(async () => {
  group = await startWebhook(GOOD, () => null)
  await inTenant(async tx => {
    await tx.execute('delete from alert_channel')
    await tx.execute('delete from alert_setting')
  })
})
afterAll(async () => {
  await smtp.close()
  await egress.close()
  await home.drop()
})

const inTenant: <T>(work: Parameters<typeof home.database.withTenant<T>>[1]) => Promise<T> = work =>
  home.database.withTenant(tenantId, work)

/** As a process of the product has it: the product's own connectors, its way out, its mail. */
function openWatch(outgoing = egress) {
  const log = pino({ level: 'silent' })
  const engine = createEngine({
    ...{ database: home.database, connectors, vault, now: Date.now, random: Math.random, log },
    makeContext: id =>
      ({ tenantId: id, egress: outgoing, now: Date.now, random: Math.random, sleep: async () => {} }) as never,
  })
  const server = { host: '127.0.0.1', port: smtp.port, security: 'off', account } as const
  const mail = createMailSender({
    server,
    from: { name: 'Sluice', address: 'noreply@example.test' },
    publicUrl: 'https://sluice.test',
  })
  const deps = { database: home.database, engine, vault, outgoing, mail, now: Date.now, log, pauseMs: 0 }
  return createAlertWatch({ ...deps, publicUrl: 'https://sluice.test' })
}

/** A channel, and a test message that waits for it. */
async function queue(kind: string, settings: object, secrets: Readonly<Record<string, string>>): Promise<void> {
  const id = newId()
  const sealed: Record<string, string> = {}
  for (const [field, value] of Object.entries(secrets))
    sealed[field] = await vault.seal(tenantId, `alert-channel/${id}/${field}`, value)
  await inTenant(async tx => {
    await tx.execute(
      `insert into alert_channel (id, name, kind, settings, secrets, language) values ($1, $1::uuid::text, $2, $3, $4, 'en-US')`,
      [id, kind, JSON.stringify(settings), JSON.stringify(sealed)],
    )
    await tx.execute(
      `insert into alert_delivery (id, channel_id, kind, recipient) select $1::uuid, $2::uuid, 'test', a
         from jsonb_array_elements_text(coalesce($3::jsonb -> 'addresses', '[""]')) a`,
      [newId(), id, JSON.stringify(settings)],
    )
  })
}
const readDeliveries = () =>
  inTenant(tx =>
    tx.query<{ state: string; tries: number; failure: string | null }>(
      'select state, tries, failure from alert_delivery',
    ),
  )

test('a DingTalk robot gets a signed text', async () => {
  await queue('dingtalk', { base_url: group.url }, { token: 't', secret: 'SECx' })
  expect(await openWatch().send()).toBe(1)
  const { url, body } = group.taken[0]!
  const timestamp = url.searchParams.get('timestamp') ?? ''
  expect(url.searchParams.get('sign')).toBe(createHmac('sha256', 'SECx').update(`${timestamp}\nSECx`).digest('base64'))
  expect(body).toMatchObject({ msgtype: 'text', text: { content: expect.stringContaining('https://sluice.test') } })
})

test('a Feishu robot gets a signed text, a WeCom robot its key', async () => {
  await queue('feishu', { base_url: group.url }, { token: 'hook', secret: 's' })
  await queue('wecom', { base_url: group.url }, { token: 'k3y' })
  expect(await openWatch().send()).toBe(2)
  const feishu = group.taken.find(call => call.url.pathname.endsWith('/hook/hook'))
  expect(feishu?.body).toMatchObject({ msg_type: 'text', sign: expect.any(String), timestamp: expect.any(String) })
  expect(group.taken.some(call => call.url.searchParams.get('key') === 'k3y')).toBe(true)
})

test('one that is limited is tried again, one with a wrong key is not, and one whose answer was lost once more', async () => {
  await queue('dingtalk', { base_url: group.url }, { token: 't' })
  group.next.push({ body: { errcode: -1, errmsg: 'busy' } })
  expect(await openWatch().send()).toBe(1)
  expect(await readDeliveries()).toMatchObject([{ state: 'sent', tries: 2 }])
  await inTenant(tx => tx.execute(`update alert_delivery set state = 'waiting', tries = 0, next_at = now()`))
  group.next.push({ body: { errcode: 300005, errmsg: 'token is not exist' } })
  expect(await openWatch().send()).toBe(0)
  expect(await readDeliveries()).toMatchObject([
    { state: 'failed', tries: 1, failure: expect.stringContaining('300005') },
  ])
  await inTenant(tx =>
    tx.execute(`update alert_delivery set state = 'waiting', tries = 0, doubts = 0, next_at = now()`),
  )
  group.next.push('cut', 'cut', 'cut')
  await openWatch().send()
  expect(await readDeliveries()).toMatchObject([{ state: 'unknown', tries: 2 }])
})

test.each(['webhook', 'dingtalk', 'feishu', 'wecom'])(
  '%s dials the address that was judged, whatever the name leads to afterwards',
  async kind => {
    const base = `http://liar.example:${new URL(group.url).port}`
    if (kind === 'webhook') await queue(kind, {}, { url: `${base}/hook` })
    else await queue(kind, { base_url: base }, { token: 't' })
    const system = watchSystemNames('127.0.0.2')
    let looked = 0
    const lying = createEgress({
      allow: [{ host: '127.0.0.1' }],
      lookup: async () => [{ address: looked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
    })
    try {
      await openWatch(lying).send()
    } finally {
      await lying.close()
      system.stop()
    }
    expect([looked, group.taken.length, system.asked]).toEqual([1, 1, []])
  },
)

test('a mail reaches its mailbox in the language of the channel; a mailbox that is none is not tried again', async () => {
  await queue('email', { addresses: ['oncall@example.test'] }, {})
  expect(await openWatch().send()).toBe(1)
  expect(smtp.mails).toMatchObject([
    {
      to: ['oncall@example.test'],
      subject: '[Sluice] Test of an alert channel',
      text: expect.stringContaining('https://sluice.test'),
    },
  ])
  await inTenant(tx => tx.execute('delete from alert_channel'))
  await queue('email', { addresses: ['nobody@refused.example'] }, {})
  expect(await openWatch().send()).toBe(0)
  expect(await readDeliveries()).toMatchObject([{ state: 'failed', tries: 1 }])
})
