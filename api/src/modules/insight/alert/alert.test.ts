// waiver: size: one server and its far side, which every part needs
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEgress } from '@sluice/connector-kit'
import { newId } from '@sluice/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configOf, connectorBody } from '../../../testing/objects.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import type { Mail, MailSender } from '../../identity/notice/index.ts'
import type { AlertChannel, AlertDelivery, AlertEvent, AlertRule, AlertSetting } from './contract.ts'
import { type AlertWatch, type AlertWatchDeps, createAlertWatch } from './index.ts'

interface Call {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let server: TestServer
let token: string
const strategies: string[] = []
const egress = createEgress({ allowPrivate: true })
/** What the far side was asked, and what it answers: a status, or `cut`. */
const calls: Call[] = []
const answers: (number | 'cut')[] = []
const far = createServer((req, res) => {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => {
    calls.push({ path: req.url ?? '', headers: req.headers, body: Buffer.concat(chunks).toString() })
    const answer = answers.shift() ?? 200
    if (answer === 'cut') req.socket.resetAndDestroy()
    else res.writeHead(answer).end('{}')
  })
})
let url: string

beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('admin-a', PASSWORD)
  await new Promise<void>(resolve => far.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(far.address() as AddressInfo).port}` // it listens on a port
  const { id } = await post<{ id: string }>('/api/dh/lessee/connector', connectorBody())
  for (const name of ['orders', 'stock']) {
    const body = { name, group: name, config: configOf(id) }
    strategies.push((await post<{ id: string }>('/api/dh/lessee/strategy', body)).id)
  }
})
beforeEach(async () => {
  calls.length = 0
  answers.length = 0
  server.engine.seen.messages.length = 0
  server.engine.seen.answer = { kind: 'sent' }
  await query(async tx => {
    for (const table of [
      'alert_rule',
      'alert_channel',
      'alert_delivery',
      'alert_subscription',
      'alert_setting',
      'notice',
    ])
      await tx.execute(`delete from ${table}`)
    await tx.execute('delete from strategy_pulse')
    await tx.execute('delete from record_count')
    await tx.execute(`update strategy set status = 'running'`)
  })
  await due()
})
afterAll(async () => {
  await server.drop()
  await egress.close()
  far.closeAllConnections()
  far.close()
})

const query = <T>(work: Parameters<typeof server.database.withTenant<T>>[1]) =>
  server.database.withTenant(server.a.tenantId, work)
const send = async (method: string, path: string, body?: unknown, as = token) =>
  server.call(method, path, {
    token: as,
    headers: { 'accept-language': 'en' },
    ...(body === undefined ? {} : { body }),
  })
async function post<T>(path: string, body?: unknown): Promise<T> {
  const answer = await send('POST', path, body)
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.body}`)
  return answer.json<{ content: T }>().content
}
const get = async <T>(path: string): Promise<T> => (await send('GET', path)).json<{ content: T }>().content
const ALERT = '/api/dh/lessee/alert'
const webhook = (change: object = {}) =>
  post<AlertChannel>(`${ALERT}/channel`, {
    name: `hook ${newId()}`,
    kind: 'webhook',
    language: 'en-US',
    url,
    secret: 'k3y',
    ...change,
  })
const rule = (channel: { readonly id: string }, change: object = {}) =>
  post<AlertRule>(`${ALERT}/rule`, { name: `rule ${newId()}`, kind: 'failures', channel_ids: [channel.id], ...change })
const deliveries = (filter = '') => get<AlertDelivery[]>(`${ALERT}/delivery?pageSize=200${filter}`)
const events = (filter = '') => get<AlertEvent[]>(`${ALERT}/event?pageSize=200${filter}`)
/** A watch of a process of its own. */
const openWatch = (change: Partial<AlertWatchDeps> = {}): AlertWatch =>
  createAlertWatch({
    ...{ database: server.database, engine: server.engine.engine, vault: server.vault, outgoing: egress },
    ...{ now: Date.now, log: pino({ level: 'silent' }), pauseMs: 0, ...change },
  })
const due = () =>
  server.database.withSystem(tx =>
    tx.execute(`update alert_watch set next_at = now(), lease_until = '-infinity', alarmed_at = null`),
  )
/** One look, whatever the clock says, and what it sends. */
async function look(watch = openWatch()): Promise<number> {
  await due()
  await watch.look()
  return watch.send()
}
const fail = (times: number, strategyId = strategies[0]) =>
  query(tx =>
    tx.execute(
      `insert into strategy_pulse (strategy_id, failures) values ($1, $2)
       on conflict (tenant_id, strategy_id) do update set failures = excluded.failures`,
      [strategyId, times],
    ),
  )
const pass = (minutes: number) =>
  query(tx => tx.execute('update alert_event set told_at = told_at - make_interval(mins => $1)', [minutes]))

describe('a thing is told', () => {
  test('when its rule says so, once, signed, with the figure and the same id over all tries', async () => {
    await rule(await webhook(), { name: 'Three in a row' })
    await fail(2)
    expect(await look()).toBe(0)
    await fail(3)
    answers.push(500, 503)
    const watch = openWatch()
    expect(await look(watch)).toBe(1)
    expect(await look(watch)).toBe(0)
    expect(calls).toHaveLength(3)
    expect(new Set(calls.map(call => call.headers['x-sluice-delivery'])).size).toBe(1)
    const { headers, body } = calls[2]!
    const signed = createHmac('sha256', 'k3y').update(`${headers['x-sluice-timestamp']}.${body}`).digest('hex')
    expect(headers['x-sluice-signature']).toBe(`sha256=${signed}`)
    expect(JSON.parse(body)).toMatchObject({
      kind: 'alert',
      rule: 'Three in a row',
      title: 'Alert: Three in a row',
      lines: ['orders: The last 3 runs failed, from 3 on that is too many.'],
      count: 1,
      items: [{ object_type: 'strategy', object_id: strategies[0] }],
    })
    expect(await deliveries()).toMatchObject([{ state: 'sent', tries: 3, failure: null }])
    expect(await events('&open=1')).toMatchObject([{ object_name: 'orders', told: 1, kind: 'failures' }])
  })

  test('each thing of a webhook in the language of its channel', async () => {
    await rule(await webhook({ language: 'zh-CN' }))
    await fail(3)
    const { engine } = server.engine
    const translate = { ...engine.translate, zh: (sentence: string) => `译：${sentence}` }
    expect(await look(openWatch({ engine: { ...engine, translate } }))).toBe(1)
    const text = '译：The last 3 runs failed, from 3 on that is too many.'
    expect(JSON.parse(calls[0]!.body)).toMatchObject({ lines: [`orders: ${text}`], items: [{ text }] })
  })

  test('again while it goes on, to further channels after so often, and when it is over, with how long it took', async () => {
    const [first, second] = [await webhook(), await webhook()]
    await rule(first, { repeat_minutes: 30, escalate_after: 2, escalate_channel_ids: [second.id] })
    await fail(3)
    await look()
    await pass(29)
    expect(await look()).toBe(0)
    await pass(2)
    await look()
    await pass(31)
    expect(await look()).toBe(2)
    await fail(0)
    expect(await look()).toBe(2)
    expect((await deliveries()).map(({ kind }) => kind).sort()).toEqual(
      ['alert', 'escalation', 'recovery', 'recovery', 'repeat', 'repeat'].sort(),
    )
    expect(calls.at(-1)?.body).toMatch(/over after \d+ minutes/)
    expect(await events()).toMatchObject([{ told: 3, resolved_at: expect.any(String) }])
  })

  test('not anew when it flickers within the time it would be repeated in', async () => {
    await rule(await webhook(), { tells_recovery: false })
    for (let times = 0; times < 3; times += 1) {
      await fail(3)
      await look()
      await fail(0)
      await look()
    }
    expect(calls).toHaveLength(1)
    expect(await events()).toHaveLength(3)
    await pass(61)
    await fail(3)
    await look()
    expect(calls).toHaveLength(2)
  })

  test('in one message when it is more than ten things of a kind', async () => {
    const more = await query(tx =>
      tx.query<{ id: string }>(
        `insert into strategy (id, code, name, status, version) select gen_random_uuid(), 'many' || n, 'many ' || n, 'running', 1
           from generate_series(1, 23) n returning id`,
      ),
    )
    await query(tx =>
      tx.execute(
        `insert into strategy_version (strategy_id, version, config)
         select s.id, 1, v.config from strategy s, strategy_version v where s.code like 'many%' and v.strategy_id = $1 and v.version = 1`,
        [strategies[0]],
      ),
    )
    const channel = await webhook()
    const notice = await post<AlertChannel>(`${ALERT}/channel`, { name: 'bell', kind: 'notice', language: 'en-US' })
    await rule(channel, { channel_ids: [channel.id, notice.id] })
    for (const { id } of more) await fail(3, id)
    expect(await look()).toBe(2)
    const body = JSON.parse(calls[0]!.body)
    expect([body.count, body.items.length]).toEqual([23, 10])
    expect(body.lines.at(-1)).toBe('23 in all; these are the first 10')
    expect(await notices()).toMatchObject([{ kind: 'alert.system', is_open: true }])
    await query(tx => tx.execute(`delete from strategy where code like 'many%'`))
    await look()
    expect(await notices()).toMatchObject([{ kind: 'alert.system', is_open: false }])
  })

  test('for the strategies and groups of its rule alone', async () => {
    await rule(await webhook(), { scope: 'group', scope_values: ['stock'] })
    await rule(await webhook(), { scope: 'strategy', scope_values: [strategies[0]] })
    await fail(3, strategies[0])
    await look()
    expect(calls.map(call => JSON.parse(call.body).items[0].object_name)).toEqual(['orders'])
    await fail(3, strategies[1])
    await look()
    expect(calls.map(call => JSON.parse(call.body).items[0].object_name)).toEqual(['orders', 'stock'])
  })
})

const notices = () =>
  query(tx =>
    tx.query<{ kind: string; is_open: boolean; text: string }>(
      `select kind, settled_at is null as is_open, text from notice where kind like 'alert%' or kind = 'strategy.health' order by kind`,
    ),
  )

describe('by every way', () => {
  test('in the console, where it ends by itself', async () => {
    const channel = await post<AlertChannel>(`${ALERT}/channel`, { name: 'bell', kind: 'notice', language: 'zh-CN' })
    await rule(channel)
    await fail(4)
    expect(await look()).toBe(1)
    expect(await notices()).toMatchObject([{ kind: 'alert.strategy', is_open: true }])
    await fail(0)
    await look()
    expect(await notices()).toMatchObject([{ is_open: false }])
  })

  test('by e-mail, one mail for each address, in the language of the channel', async () => {
    const addresses = ['a@example.test', 'b@example.test']
    await rule(await post(`${ALERT}/channel`, { name: 'mail', kind: 'email', language: 'zh-CN', addresses }), {
      name: '<b>',
    })
    await fail(3)
    const mails: Mail[] = []
    const sender: MailSender = {
      async send(mail) {
        mails.push(mail)
        return { kind: 'taken' }
      },
    }
    expect(await look(openWatch({ mail: sender }))).toBe(2)
    expect(mails.map(mail => mail.to).sort()).toEqual(addresses)
    expect(mails[0]).toMatchObject({ subject: '[Sluice] 告警: <b>', html: expect.stringContaining('&#60;b&#62;') })
  })

  test.each([
    [
      'dingtalk',
      'dingtalk-robot',
      { access_token: 't0ken', secret: 'SEC' },
      'https://oapi.dingtalk.com/robot/send?access_token=t0ken',
    ],
    ['wecom', 'wecom-robot', { key: 't0ken' }, 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=t0ken'],
    ['feishu', 'feishu-robot', { token: 't0ken', secret: 'SEC' }, 'https://open.feishu.cn/open-apis/bot/v2/hook/t0ken'],
  ] as const)(
    'by a %s robot, whose token is read from the address people copy',
    async (kind, platformId, params, address) => {
      const body = { name: kind, kind, language: 'en-US', token: address, secret: 'SEC' }
      const channel = await post<AlertChannel>(`${ALERT}/channel`, body)
      expect(channel).toMatchObject({ token: '******', secret: kind === 'wecom' ? '' : '******' })
      await query(tx => tx.execute(`update strategy set name = '<at user_id="all">' where id = $1`, [strategies[0]]))
      await rule(channel, { name: 'R' })
      await fail(3)
      expect(await look()).toBe(1)
      await query(tx => tx.execute(`update strategy set name = 'orders' where id = $1`, [strategies[0]]))
      expect(server.engine.seen.messages).toMatchObject([{ platformId, params }])
      expect(server.engine.seen.messages[0]?.text).toBe(
        '[Sluice] Alert: R\n＜at user_id="all"＞: The last 3 runs failed, from 3 on that is too many.',
      )
    },
  )

  test('who subscribed is told for themselves until the strategy does well again', async () => {
    await post(`/api/dh/lessee/strategy-health/${strategies[0]}/subscribe`)
    await fail(3)
    await look()
    await look()
    expect(await notices()).toMatchObject([{ kind: 'strategy.health', is_open: true }])
    await fail(0)
    await look()
    expect(await notices()).toMatchObject([{ is_open: false }])
  })
})

describe('nothing is lost, and nothing is sent a third time', () => {
  /** As a process leaves it that died while it sent. */
  const die = () =>
    query(tx =>
      tx.execute(
        `update alert_delivery set state = 'sending', holder = gen_random_uuid(), lease_until = now() - interval '1 second'
          where state in ('waiting', 'sent', 'sending')`,
      ),
    )

  test('a process that dies while it sends leaves a claim, and another one sends again', async () => {
    await rule(await webhook())
    await fail(3)
    await openWatch().look()
    await die()
    expect(await openWatch().send()).toBe(1)
    expect(await deliveries()).toMatchObject([{ state: 'sent' }])
    await die()
    expect(await openWatch().send()).toBe(0)
    expect(await deliveries()).toMatchObject([
      { state: 'unknown', failure: expect.stringContaining('may have arrived') },
    ])
    expect(calls).toHaveLength(1)
  })

  test('an answer that was lost is asked for once more, then it is in doubt and people may send again', async () => {
    await rule(await webhook())
    await fail(3)
    answers.push('cut', 'cut')
    await look()
    expect(calls).toHaveLength(2)
    const [row] = await deliveries()
    expect(row).toMatchObject({ state: 'unknown' })
    expect(await post(`${ALERT}/delivery/${row!.id}/resend`)).toMatchObject({ state: 'waiting', tries: 0 })
    expect(await openWatch().send()).toBe(1)
    expect((await send('POST', `${ALERT}/delivery/${row!.id}/resend`)).statusCode).toBe(409)
  })

  test('one that is refused is not tried again, and the console tells of the channel until it works', async () => {
    const channel = await webhook()
    await rule(channel)
    await fail(3)
    answers.push(404)
    await look()
    expect(await deliveries()).toMatchObject([{ state: 'failed', tries: 1, failure: 'HTTP 404' }])
    expect(await notices()).toMatchObject([{ kind: 'alert.system', is_open: true }])
    await rule(channel, { kind: 'failures' })
    await look()
    expect(await notices()).toMatchObject([{ is_open: false }])
  })

  test('two processes look and send side by side: each thing is told once', async () => {
    await rule(await webhook())
    for (const id of strategies) await fail(3, id)
    const [one, two] = [openWatch(), openWatch()]
    const looks = await Promise.all([one.look(), two.look()])
    expect(looks.filter(result => result !== null)).toEqual([{ messages: 2 }])
    await Promise.all([one.send(), two.send(), one.send(), two.send()])
    await openWatch().send()
    expect(calls).toHaveLength(2)
  })

  test('messages of a channel keep their order while one is tried again', async () => {
    await rule(await webhook())
    await fail(3)
    answers.push(500)
    const slow = openWatch({ pauseMs: 3_600_000 })
    await look(slow)
    await fail(0)
    await look(slow)
    expect((await deliveries()).map(({ kind, state }) => [kind, state])).toEqual([
      ['recovery', 'waiting'],
      ['alert', 'waiting'],
    ])
    await query(tx => tx.execute(`update alert_delivery set next_at = now() where kind = 'alert'`))
    expect(await slow.send()).toBe(2)
    expect(calls.slice(1).map(call => JSON.parse(call.body).kind)).toEqual(['alert', 'recovery'])
  })
})

describe('quiet hours', () => {
  const at = (offsetMinutes: number): string =>
    new Date(Date.now() + offsetMinutes * 60_000).toISOString().slice(11, 16)
  const quiet = () => ({ windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: at(-60), to: at(60) }], timeZone: 'UTC' })
  const wake = () => query(tx => tx.execute(`update alert_delivery set next_at = now() where is_held`))

  test('hold what is told until they end; what is over by then is not told, its end neither', async () => {
    await rule(await webhook({ quiet: quiet() }))
    await fail(3, strategies[0])
    await fail(3, strategies[1])
    expect(await look()).toBe(0)
    const held = await deliveries()
    expect(held).toMatchObject([{ is_held: true }, { is_held: true }])
    expect(Date.parse(held[0]!.next_at) - Date.now()).toBeGreaterThan(3_000_000)
    await fail(0, strategies[1])
    await look()
    await wake()
    await openWatch().send()
    expect(calls.map(call => JSON.parse(call.body).items[0].object_name)).toEqual(['orders'])
    expect((await deliveries()).map(({ state }) => state).sort()).toEqual(['dropped', 'dropped', 'sent'])
  })

  test('do not hold what is urgent', async () => {
    await rule(await webhook({ quiet: quiet() }), { is_urgent: true })
    await fail(3)
    expect(await look()).toBe(1)
  })

  test('are refused for a zone that is none, and for the whole week', async () => {
    const form = { name: 'x', kind: 'webhook', language: 'en-US', url }
    const days = [1, 2, 3, 4, 5, 6, 7]
    for (const [wrong, code] of [
      [{ windows: [{ days, from: '22:00', to: '07:00' }], timeZone: 'Mars/Base' }, 'invalid.timeZone'],
      [{ windows: [{ days, from: '00:00', to: '00:00' }], timeZone: 'UTC' }, 'invalid.quiet'],
    ] as const)
      expect((await send('POST', `${ALERT}/channel`, { ...form, quiet: wrong })).json()).toMatchObject({ code })
  })
})

describe('the path itself is watched', () => {
  const setting = () => get<AlertSetting>(`${ALERT}/setting`)

  test('by a heartbeat to an outside address after each look, whose failure is shown', async () => {
    const body = { heartbeat_url: `${url}/beat/s3cret`, heartbeat_minutes: 1, self_test_hour: null }
    await send('PUT', `${ALERT}/setting`, body)
    await look()
    expect(calls.map(call => call.path)).toEqual(['/beat/s3cret'])
    expect(await setting()).toMatchObject({ heartbeat_url: '******', beat_failure: null, beat_at: expect.any(String) })
    await look()
    expect(calls).toHaveLength(1)
    await query(tx => tx.execute(`update alert_setting set beat_at = now() - interval '2 minutes'`))
    answers.push(503)
    await look()
    expect(await setting()).toMatchObject({ beat_failure: 'HTTP 503' })
  })

  test('by an alarm, once, when no look is made any more, and by its end', async () => {
    await rule(await webhook())
    const watch = openWatch({ looks: false })
    expect(await watch.guard()).toBe(false)
    await server.database.withSystem(tx => tx.execute(`update alert_watch set next_at = now() - interval '6 minutes'`))
    expect((await setting()).watch.is_late).toBe(true)
    expect([await watch.guard(), await watch.guard()]).toEqual([true, false])
    expect(calls.map(call => JSON.parse(call.body).title)).toEqual(['Alerts are not watched'])
    const looking = openWatch()
    await looking.look()
    await looking.send()
    expect(calls.map(call => JSON.parse(call.body).kind)).toEqual(['watch', 'recovery'])
    expect((await setting()).watch.is_late).toBe(false)
  })

  test('a look that fails for one tenant is no look: the others are looked at, and the guard sees it late', async () => {
    await rule(await webhook())
    await fail(3)
    const broken = { ...server.engine.engine, health: { read: () => Promise.reject(new Error('no figures')) } as never }
    await openWatch({ engine: broken }).look()
    expect((await setting()).watch).toMatchObject({ failure: 'no figures' })
    expect(await look()).toBe(1)
    expect((await setting()).watch).toMatchObject({ failure: null })
  })

  test('by a test of all channels, by button and once a day, with its result', async () => {
    await webhook()
    await webhook({ in_self_test: false })
    await webhook({ name: 'broken' })
    answers.push(200, 404)
    expect(await post(`${ALERT}/self-test`)).toMatchObject({ self_test: { total: 2, waiting: 2 } })
    await openWatch().send()
    expect((await setting()).self_test).toMatchObject({ total: 2, sent: 1, failed: 1, waiting: 0 })
    await send('PUT', `${ALERT}/setting`, { heartbeat_url: '', heartbeat_minutes: 5, self_test_hour: 0 })
    await look()
    expect(calls).toHaveLength(2)
    await query(tx => tx.execute(`update alert_setting set self_test_at = now() - interval '26 hours'`))
    await look()
    await look()
    expect(calls).toHaveLength(4)
    expect((await setting()).self_test).toMatchObject({ total: 2, sent: 2, failed: 0 })
  })

  test('by a test that ends: it is soon given up, and waits for no message that is being repeated', async () => {
    const channel = await webhook()
    await rule(channel)
    await fail(3)
    answers.push(500)
    await look(openWatch({ pauseMs: 3_600_000 }))
    await post(`${ALERT}/self-test`)
    answers.push(500, 500, 500)
    await openWatch().send()
    expect((await deliveries()).map(({ kind, state, tries }) => [kind, state, tries])).toEqual([
      ['test', 'failed', 3],
      ['alert', 'waiting', 1],
    ])
    expect((await setting()).self_test).toMatchObject({ total: 1, failed: 1, waiting: 0 })
    answers.length = 0
    await post(`${ALERT}/self-test`)
    await openWatch().send()
    expect((await setting()).self_test).toMatchObject({ total: 1, sent: 1, waiting: 0 })
  })

  test('by a message to one channel at once, whose end is said and logged', async () => {
    const channel = await webhook()
    expect(await post(`${ALERT}/channel/${channel.id}/test`)).toEqual({ ok: true, message: '' })
    answers.push(500)
    expect(await post(`${ALERT}/channel/${channel.id}/test`)).toEqual({ ok: false, message: 'HTTP 500' })
    expect((await deliveries('&kind=test')).map(({ state }) => state)).toEqual(['failed', 'sent'])
  })
})

describe('what is set up', () => {
  test('keeps its secrets when they are masked, seals them, and shows none', async () => {
    const channel = await webhook({ url: `${url}/in?token=abc` })
    expect(channel).toMatchObject({ url: '******', secret: '******', host: new URL(url).host })
    const form = { name: 'renamed', language: 'en-US', url: '******', secret: '******', version: 1 }
    const changed = await send('PUT', `${ALERT}/channel/${channel.id}`, form)
    expect(changed.json().content).toMatchObject({ name: 'renamed', version: 2 })
    await post(`${ALERT}/channel/${channel.id}/test`)
    expect(calls[0]).toMatchObject({ path: '/in?token=abc', headers: { 'x-sluice-signature': expect.any(String) } })
    expect((await send('PUT', `${ALERT}/channel/${channel.id}`, form)).json().code).toBe('conflict.version')
    const rows = await query(tx => tx.query('select secrets, settings from alert_channel'))
    expect(JSON.stringify(rows)).not.toMatch(/token=abc|k3y/)
  })

  test('is refused at its field when it cannot work', async () => {
    const channel = { name: 'x', language: 'en-US' }
    const id = (await webhook()).id
    const wrong = [
      [`${ALERT}/channel`, { ...channel, kind: 'email' }, 'invalid.alertAddress', 'addresses'],
      [`${ALERT}/channel`, { ...channel, kind: 'wecom' }, 'invalid.alertToken', 'token'],
      [`${ALERT}/channel`, { ...channel, kind: 'webhook', url: 'ftp://x' }, 'invalid.alertUrl', 'url'],
      [
        `${ALERT}/rule`,
        { name: 'x', kind: 'errorRate', threshold: 101, channel_ids: [id] },
        'invalid.alertThreshold',
        'threshold',
      ],
      [
        `${ALERT}/rule`,
        { name: 'x', kind: 'growth', scope: 'group', channel_ids: [id] },
        'invalid.alertScope',
        'scope_values',
      ],
      [`${ALERT}/rule`, { name: 'x', kind: 'growth', channel_ids: [newId()] }, 'notFound.alertChannel', 'channel_ids'],
    ] as const
    for (const [path, body, code, field] of wrong) {
      const answer = (await send('POST', path, body)).json()
      expect([answer.code, answer.content[0]?.field]).toEqual([code, field])
    }
    await rule({ id }, { name: 'same' })
    const taken = (await send('POST', `${ALERT}/rule`, { name: 'same', kind: 'wait', channel_ids: [id] })).json()
    expect([taken.code, taken.content[0]?.field]).toEqual(['conflict.name', 'name'])
    expect((await send('DELETE', `${ALERT}/channel/${id}`)).json().code).toBe('conflict.alertChannel')
  })

  test('speaks no more once it is removed or switched off', async () => {
    const notice = await post<AlertChannel>(`${ALERT}/channel`, { name: 'bell', kind: 'notice', language: 'en-US' })
    const made = await rule(notice)
    await fail(3)
    await look()
    await send('DELETE', `${ALERT}/rule/${made.id}`)
    expect(await notices()).toMatchObject([{ is_open: false }])
    await rule(await webhook({ is_enabled: false }))
    await look()
    expect(await deliveries('&state=waiting')).toEqual([])
    expect(calls).toEqual([])
  })

  test('sees what a credential’s end, a process or growth is about', async () => {
    const channel = await webhook()
    await rule(channel, { kind: 'credential', threshold: 30 })
    await query(tx => tx.execute(`update connector set params = params || '{"expires_at": "2000-01-01"}'::jsonb`))
    await look()
    await query(tx => tx.execute(`update connector set params = params - 'expires_at'`))
    expect(calls.map(call => JSON.parse(call.body).items[0].text)).toEqual([
      'The credential ended on 2000-01-01; renew it.',
    ])
    expect(await events()).toMatchObject([{ object_type: 'connector' }])
  })
})

test('an error budget that goes too fast is told once, and its end; of a strategy without one nothing is', async () => {
  await rule(await webhook(), { kind: 'burn', repeat_minutes: null })
  const shift = (minutes: number) =>
    query(tx => tx.execute('update strategy_tally set at = at - make_interval(mins => $1)', [minutes]))
  for (const id of strategies)
    await query(tx =>
      tx.execute(
        `insert into strategy_tally (strategy_id, at, written, errors) values ($1, date_bin('15 minutes', now(), 'epoch'), 1, 9)`,
        [id],
      ),
    )
  expect(await look()).toBe(0)
  await query(tx =>
    tx.execute('insert into strategy_objective (strategy_id, days, success_percent) values ($1, 28, 99)', [
      strategies[0],
    ]),
  )
  expect(await look()).toBe(1)
  await shift(15)
  expect(await look()).toBe(0)
  expect(JSON.parse(calls[0]!.body).lines).toEqual([
    'orders: Its budget for errors is used up, that of 28 days at 99 % success: in the last 1 h errors came 90 times too fast.',
  ])
  // It no longer burns, though the hour still holds it.
  await shift(30)
  expect(await look()).toBe(1)
  expect((await deliveries()).map(({ kind }) => kind)).toEqual(['recovery', 'alert'])
  await query(tx => tx.execute('delete from strategy_tally'))
  await query(tx => tx.execute('delete from strategy_objective'))
})

test('another tenant’s alerts are nobody else’s', async () => {
  const channel = await webhook()
  const made = await rule(channel)
  const stranger = await server.signIn('admin-b', PASSWORD)
  for (const path of ['channel', 'rule', 'event', 'delivery'])
    expect((await send('GET', `${ALERT}/${path}`, undefined, stranger)).json().content).toEqual([])
  const body = { name: 'x', channel_ids: [channel.id], version: 1 }
  expect((await send('PUT', `${ALERT}/rule/${made.id}`, body, stranger)).statusCode).toBe(404)
  expect(
    (await send('POST', `${ALERT}/rule`, { ...body, version: undefined, kind: 'wait' }, stranger)).statusCode,
  ).toBe(404)
})

test('a channel that is led elsewhere asks for its secrets again, and sends none there before', async () => {
  const save = ({ id, version }: AlertChannel, form: object) =>
    send('PUT', `${ALERT}/channel/${id}`, { language: 'en-US', version, ...form })
  const hook = await webhook()
  const moved = { name: hook.name, url: 'https://collector.example/in', secret: '******' }
  const refused = await save(hook, moved)
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'invalid.secretAnew'])
  expect(refused.json().content).toMatchObject([{ field: 'secret' }])
  const [kept] = await get<AlertChannel[]>(`${ALERT}/channel`)
  expect(kept).toMatchObject({ version: hook.version })
  expect((await save(hook, { ...moved, url: '******' })).statusCode).toBe(200)
  expect((await save({ ...hook, version: hook.version + 1 }, { ...moved, secret: 'an0ther' })).statusCode).toBe(200)
})

test.each(['dingtalk', 'wecom', 'feishu'])(
  'a %s robot at another base address asks for its token again',
  async kind => {
    const body = { name: `robot ${kind}`, kind, language: 'en-US', token: 't0ken' }
    const { id, version, name } = await post<AlertChannel>(`${ALERT}/channel`, body)
    const save = (form: object) =>
      send('PUT', `${ALERT}/channel/${id}`, {
        name,
        language: 'en-US',
        version,
        base_url: 'https://relay.example',
        ...form,
      })
    const refused = await save({ token: '******' })
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'invalid.secretAnew'])
    expect(refused.json().content).toMatchObject([{ field: 'token' }])
    expect((await save({ token: 'entered-again' })).statusCode).toBe(200)
  },
)
