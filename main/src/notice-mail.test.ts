import { Writable } from 'node:stream'
import { createTenant } from '@sluice/api'
import { createNoticeMailer, type MailSender, type NoticeMailerDeps } from '@sluice/api/background'
import { newId } from '@sluice/contract'
import type { Database } from '@sluice/db'
import { createTestDatabase, type TestDatabase } from '@sluice/db/testing'
import { type NewNotice, raiseNotice, settleNotices } from '@sluice/engine'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMailSender } from './mail-sender.ts'
import type { MailSettings } from './mail-settings.ts'
import { type MailServer, startMailServer } from './testing/mail-server.ts'

const account = { username: 'sluice', password: 'pa55-w0rd:/@' }
const lines: string[] = []
const log = pino(
  { level: 'debug' },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  }),
)

let home: TestDatabase
let database: Database
let tenantId: string
let adminId: string
let smtp: MailServer
const strategyId = newId()
const NAME = 'Orders <b>&"x"'

beforeAll(async () => {
  home = await createTestDatabase({ poolSize: 8 })
  database = home.database
  const made = await createTenant(database, { code: 'aa', name: 'A & Co', adminUsername: 'admin-a' })
  tenantId = made.tenantId
  smtp = await startMailServer(account)
  adminId = await inTenant(async tx => {
    await tx.execute('insert into strategy (id, code, name, group_name) values ($1, $2, $3, $4)', [
      strategyId,
      'orders',
      NAME,
      'east',
    ])
    await tx.execute(`update app_user set email = 'admin@example.test', email_confirmed_at = now()`)
    const [row] = await tx.query<{ id: string }>('select id from app_user')
    return row!.id // the tenant was made with its administrator
  })
})
beforeEach(async () => {
  lines.length = 0
  smtp.mails.length = 0
  await inTenant(async tx => {
    await tx.execute('delete from notice')
    await tx.execute('delete from notice_preference')
    await tx.execute(`update app_user set settings = '{}'`)
    await tx.execute('delete from app_user where id <> $1', [adminId])
  })
  await choose(adminId, ['run.failed', 'process.lost', 'quota.records', 'approval.asked'])
})
afterEach(() => {
  smtp.answer = null
})
afterAll(async () => {
  await smtp.close()
  await home.drop()
})

const inTenant: <T>(work: Parameters<typeof database.withTenant<T>>[1]) => Promise<T> = work =>
  database.withTenant(tenantId, work)

const settingsOf = (server: Partial<MailSettings['server']> = {}): MailSettings => ({
  server: { host: '127.0.0.1', port: smtp.port, security: 'off', account, ...server },
  from: { name: 'Sluice', address: 'noreply@example.test' },
  publicUrl: 'https://sluice.test',
})

/** A process that sends. */
const openMailer = (change: Partial<NoticeMailerDeps> = {}) => {
  const say = (word: string) => (sentence: string) => (sentence === 'waits for a worker' ? word : sentence)
  return createNoticeMailer({
    database,
    sender: createMailSender(settingsOf()),
    translate: { zh: say('等待执行进程'), tw: say('等待執行程序'), pt: say('aguarda um processo') },
    log,
    publicUrl: 'https://sluice.test',
    settleMs: 0,
    ...change,
  })
}
/** The first look of a new process. */
const send = (change: Partial<NoticeMailerDeps> = {}): Promise<number> => openMailer(change).turn()

const tell = (change: Partial<NewNotice> = {}) =>
  inTenant(tx =>
    raiseNotice(tx, {
      tenantId,
      kind: 'run.failed',
      objectId: strategyId,
      cause: 'fake.down',
      text: 'waits for a worker',
      ...change,
    }),
  )

const choose = (userId: string, kinds: readonly string[], in_app = true) =>
  inTenant(tx =>
    tx.execute(
      `insert into notice_preference (user_id, kind, in_app, email) select $1, kind, $3, true from unnest($2::text[]) as kind`,
      [userId, kinds, in_app],
    ),
  )

/** Another person of the tenant, who chose e-mail for failed runs. */
async function addUser(name: string, permissions: readonly string[], groups: readonly string[] | null = null) {
  const id = newId()
  await inTenant(tx =>
    tx.execute(
      `with r as (insert into role (id, name, permissions, groups) values (gen_random_uuid(), $2, $3, $4)
         on conflict (tenant_id, name) do update set permissions = excluded.permissions returning id)
       insert into app_user (id, username, nickname, password_hash, role_id, email, email_confirmed_at)
       select $1, $2, '', 'x', r.id, $2 || '@example.test', now() from r`,
      [id, name, permissions, groups],
    ),
  )
  await choose(id, ['run.failed'])
  return id
}

/** The pause until the next try, or until the same notice may be news again, is over. */
const passPause = () => inTenant(tx => tx.execute('update notice_mail set next_at = now()'))
const receivers = () => smtp.mails.flatMap(mail => mail.to).sort()

test('what happens together comes in one mail, with sentences, links and nothing that is not escaped', async () => {
  await tell()
  await tell({ kind: 'process.lost', cause: '', text: '' })
  expect(await send({ settleMs: 60_000 })).toBe(0)
  expect(await send()).toBe(1)
  const [mail] = smtp.mails
  expect(mail).toMatchObject({ to: ['admin@example.test'], subject: '[Sluice] 2 条新通知' })
  const link = `https://sluice.test/strategy/detail/${strategyId}?tab=runs`
  for (const part of [
    '租户“A & Co”有新通知：',
    `方案“${NAME}”运行失败`,
    '等待执行进程',
    link,
    'https://sluice.test/account/settings/notification',
  ])
    expect(mail!.text).toContain(part)
  expect(mail!.html).toContain(`<a href="${link}">在控制台中查看</a>`)
  expect(mail!.html).toContain('Orders &#60;b&#62;&#38;&#34;x&#34;')
  expect(mail!.html).not.toContain('<b>')
  expect(mail!.raw).toMatch(/^Message-ID: <[0-9a-f]{40}@example\.test>/im)
})

test.each([
  ['zh-CN', '运行失败', '等待执行进程'],
  ['zh-TW', '執行失敗', '等待執行程序'],
  ['en-US', 'failed', 'waits for a worker'],
  ['pt-BR', 'falhou', 'aguarda um processo'],
])('somebody who reads %s gets it in that language', async (lang, title, sentence) => {
  await inTenant(tx =>
    tx.execute('update app_user set settings = $1', [JSON.stringify({ lang, timeZone: 'America/Sao_Paulo' })]),
  )
  await tell()
  expect(await send()).toBe(1)
  expect(smtp.mails[0]!.subject).toContain(title)
  expect(smtp.mails[0]!.text).toContain(sentence)
  expect(smtp.mails[0]!.text).toContain('(America/Sao_Paulo)')
  expect(smtp.mails[0]!.html).toContain(`lang="${lang}"`)
})

describe('nothing comes twice', () => {
  test('whoever looks again or beside finds nothing left', async () => {
    await tell()
    const taken = await Promise.all([send(), send(), send()])
    expect(taken.reduce((sum, count) => sum + count)).toBe(1)
    await tell()
    await passPause()
    expect(await send()).toBe(0)
    expect(smtp.mails).toHaveLength(1)
  })

  test('a to-do that was settled and begins anew is news; so is a message that comes again, after a while', async () => {
    await tell()
    await tell({ kind: 'process.lost', cause: '' })
    expect(await send()).toBe(1)
    await inTenant(tx => settleNotices(tx, tenantId, strategyId, ['run.failed']))
    await tell()
    await tell({ kind: 'process.lost', cause: '' })
    expect(await send()).toBe(0)
    await passPause()
    expect(await send()).toBe(1)
    expect(smtp.mails[1]!.subject).toBe('[Sluice] 2 条新通知')
  })
})

test('a process that goes on looking finds what is new', async () => {
  const mailer = openMailer()
  expect(await mailer.turn()).toBe(0)
  await tell()
  expect([await mailer.turn(), await mailer.turn()]).toEqual([1, 0])
})

describe('what was not taken is tried again', () => {
  test('after a refused connection, not before the pause is over, and then once', async () => {
    await tell()
    const { port } = smtp
    await smtp.close()
    expect(await send()).toBe(0)
    smtp = await startMailServer(account, { port })
    expect(await send()).toBe(0)
    const [row] = await inTenant(tx => tx.query('select tries, sent_at, next_at > now() as is_late from notice_mail'))
    expect(row).toEqual({ tries: 1, sent_at: null, is_late: true })
    await passPause()
    expect(await send()).toBe(1)
    await passPause()
    expect(await send()).toBe(0)
    expect(smtp.mails).toHaveLength(1)
    expect(lines.join('')).toContain('ECONNREFUSED')
  })

  test('by whoever comes after a process that died while it sent, with the same id', async () => {
    await tell()
    const died: string[] = []
    const dying: MailSender = {
      async send(mail) {
        died.push(mail.id)
        throw new Error('the process ends here')
      },
    }
    expect(await send({ sender: dying })).toBe(0)
    expect(lines.join('')).toContain('the process ends here')
    expect(await send()).toBe(0)
    await passPause()
    expect(await send()).toBe(1)
    expect(smtp.mails[0]!.raw).toContain(`<${died[0]}@example.test>`)
  })

  test('with growing pauses, and in the end given up with a line in the log', async () => {
    await tell()
    smtp.answer = '451 later'
    const pauses: number[] = []
    for (let tries = 1; tries <= 12; tries++) {
      expect(await send()).toBe(0)
      const [row] = await inTenant(tx =>
        tx.query<{ pause: number }>(
          'select round(extract(epoch from next_at - now()) / 60)::int as pause from notice_mail',
        ),
      )
      pauses.push(row!.pause)
      await passPause()
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60])
    expect(lines.filter(line => line.includes('given up'))).toHaveLength(1)
    smtp.answer = null
    expect(await send()).toBe(0)
    await inTenant(tx => settleNotices(tx, tenantId, strategyId, ['run.failed']))
    await tell()
    expect(await send()).toBe(1)
  })

  test('but not to somebody whom the server refuses for good, while the others get theirs', async () => {
    const gone = await addUser('a-gone', ['strategy:query'])
    await inTenant(tx => tx.execute(`update app_user set email = 'gone@refused.example' where id = $1`, [gone]))
    await tell()
    expect(await send()).toBe(1)
    await passPause()
    expect(await send()).toBe(0)
    expect(receivers()).toEqual(['admin@example.test'])
    expect(lines.filter(line => line.includes('given up') && line.includes('no such mailbox'))).toHaveLength(1)
  })
})

describe('nobody is told by mail of what they may not see or do not want', () => {
  test('the role decides, with its data scope', async () => {
    await addUser('sees-all', ['strategy:query'])
    await addUser('sees-east', ['strategy:query'], ['east'])
    await addUser('sees-west', ['strategy:query'], ['west'])
    await addUser('connectors-only', ['connector:query'])
    await tell()
    expect(await send()).toBe(3)
    expect(receivers()).toEqual(['admin@example.test', 'sees-all@example.test', 'sees-east@example.test'])
  })

  test('not to a disabled account, one without an address, or one that switched e-mail off', async () => {
    const ids = [await addUser('off', ['*']), await addUser('nowhere', ['*']), await addUser('quiet', ['*'])]
    await inTenant(async tx => {
      await tx.execute(`update app_user set status = 'disabled' where id = $1`, [ids[0]])
      await tx.execute('update app_user set email = null where id = $1', [ids[1]])
      await tx.execute('update notice_preference set email = false where user_id = $1', [ids[2]])
    })
    await tell()
    await send()
    expect(receivers()).toEqual(['admin@example.test'])
  })

  test('a notice for one person goes to that person', async () => {
    const other = await addUser('approver', [])
    await choose(other, ['approval.asked'])
    await tell({ kind: 'approval.asked', objectId: '', objectName: 'x', userId: other })
    await send()
    expect(receivers()).toEqual(['approver@example.test'])
  })

  test('not what was read, put away, settled or is a day old; but what is off in the console alone', async () => {
    const mark = (cause: string, column: string) =>
      inTenant(tx =>
        tx.execute(
          `insert into notice_mark (notice_id, user_id, ${column}) select id, $1, clock_timestamp() from notice where cause = $2`,
          [adminId, cause],
        ),
      )
    for (const cause of ['read', 'cleared', 'old']) await tell({ cause })
    await mark('read', 'read_at')
    await mark('cleared', 'cleared_at')
    await inTenant(tx =>
      tx.execute(
        `update notice set first_at = now() - interval '25 hours', last_at = now() - interval '25 hours' where cause = 'old'`,
      ),
    )
    await tell({ kind: 'quota.records', objectId: '', cause: 'near' })
    await inTenant(tx => settleNotices(tx, tenantId, '', ['quota.records']))
    expect(await send()).toBe(0)
    await inTenant(tx => tx.execute('delete from notice_preference'))
    await choose(adminId, ['run.failed'], false)
    await tell({ cause: 'new' })
    expect(await send()).toBe(1)
  })

  test('another tenant gets and remembers nothing', async () => {
    const other = await createTenant(database, { code: `b${Date.now()}`, name: 'B', adminUsername: `b-${Date.now()}` })
    await database.withTenant(other.tenantId, async tx => {
      await tx.execute(`update app_user set email = 'b@example.test', email_confirmed_at = now()`)
      await tx.execute(
        `insert into notice_preference (user_id, kind, email) select id, 'run.failed', true from app_user`,
      )
    })
    await tell()
    await send()
    expect(receivers()).toEqual(['admin@example.test'])
    expect(await database.withTenant(other.tenantId, tx => tx.query('select * from notice_mail'))).toEqual([])
  })
})

describe('the mail server', () => {
  const hand = (server: Partial<MailSettings['server']>) =>
    createMailSender(settingsOf(server)).send({ to: 'x@example.test', subject: 's', text: 't', html: 'h', id: '1' })

  test('gets neither password nor mail without encryption unless that is switched off', async () => {
    expect(await hand({ security: 'starttls' })).toMatchObject({ kind: 'later', isAway: true })
    const encrypted = await startMailServer(account, { hasStartTls: true })
    // Its certificate is nobody's.
    expect(await hand({ security: 'starttls', port: encrypted.port })).toMatchObject({ kind: 'later', isAway: true })
    expect([smtp.mails, encrypted.mails]).toEqual([[], []])
    await encrypted.close()
    expect(await hand({ security: 'off' })).toEqual({ kind: 'taken' })
  })

  test('that repeats a wrong password in its answer gives none away', async () => {
    const outcome = await hand({ account: { ...account, password: 's3cret' } })
    expect(outcome).toMatchObject({
      kind: 'later',
      isAway: true,
      reason: expect.stringMatching(/no sluice with \*{6}, \*{6} \*{6}$/),
    })
  })
})

test.each(['\r\n', '\n', '\r', '\u2028', '=0D=0A', '\r\n\r\n'])(
  'what somebody wrote with %j in it adds no header and no recipient',
  async end => {
    const planted = `Orders${end}Bcc: thief@example.test${end}X-Planted: yes`
    const mail = { to: 'x@example.test', subject: planted, text: planted, html: `<p>${planted}</p>`, id: '1' }
    expect(await createMailSender(settingsOf()).send(mail)).toMatchObject({ kind: 'taken' })
    const [taken] = smtp.mails
    expect(taken?.to).toEqual(['x@example.test'])
    const head = taken?.raw.slice(0, taken.raw.indexOf('\r\n\r\n')) ?? ''
    expect(head).not.toMatch(/^(?:bcc|x-planted):/im)
    // An address with more than an address in it goes nowhere else either.
    await createMailSender(settingsOf()).send({ ...mail, to: `x@example.test${end}RCPT TO:<thief@example.test>` })
    expect(receivers().filter(each => each.includes('thief@') && !each.includes('x@example.test'))).toEqual([])
  },
)
