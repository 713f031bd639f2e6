import { createHmac } from 'node:crypto'
import { Failure } from '@sluice/contract'
import type { Database, Tx, Vault } from '@sluice/db'
import { type Engine, raiseNotice } from '@sluice/engine'
import { readLanguage, tellIn } from '../../../http/messages.ts'
import type { Outgoing } from '../../../http/outgoing.ts'
import { escapeHtml, type MailSender, writePage } from '../../identity/notice/index.ts'
import type { ChannelRow } from './channel-store.ts'
import { type Delivery, readZone } from './delivery-store.ts'
import { listStillOpen } from './event-store.ts'
import { manyOf, noticeKindOf, settleSystem } from './notice-store.ts'
import { type AlertText, toRobotText, writeAlert } from './write-alert.ts'

export interface AlertSenderDeps {
  readonly database: Database
  readonly engine: Pick<Engine, 'connections' | 'translate'>
  readonly vault: Pick<Vault, 'open'>
  /** Absent: this installation calls nobody. */
  readonly outgoing?: Outgoing
  /** Absent: this installation sends no e-mail. */
  readonly mail?: MailSender
  /** Where people open the console, without a slash at its end. */
  readonly publicUrl?: string
  readonly now: () => number
}

/** How sending ended; `reason` is shown to people and holds no secret. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  /** later: it may go through; refused: it never will; unknown: it was sent, and no answer came. */
  | { readonly kind: 'later' | 'refused' | 'unknown'; readonly reason: string; readonly retryAfterMs?: number }

export const placeOfSecret = (channelId: string, field: string): string => `alert-channel/${channelId}/${field}`

/** One message by the channel's way. Throws only what nobody foresaw. */
export async function sendAlert(
  deps: AlertSenderDeps,
  tenantId: string,
  channel: ChannelRow,
  delivery: Delivery,
): Promise<SendOutcome> {
  try {
    const language = readLanguage(channel.language)
    const tell = tellIn(language, deps.engine.translate, await deps.database.withTenant(tenantId, readZone))
    const { publicUrl } = deps
    const text = writeAlert(delivery, { language, tell, ...(publicUrl === undefined ? {} : { publicUrl }) })
    if (channel.kind === 'notice') return await raise(deps, tenantId, delivery, text)
    if (channel.kind === 'email') return await mail(deps, channel, delivery, text)
    const items = delivery.items.map(item => ({ ...item, text: tell(item.text) }))
    if (channel.kind === 'webhook') return await post(deps, tenantId, channel, { ...delivery, items }, text)
    return await sayByRobot(deps, tenantId, channel, text)
  } catch (error) {
    return judge(error)
  }
}

/** A notice for each thing; of a bundle one, which leads to the list. What is over meanwhile is not told. */
async function raise(
  { database }: AlertSenderDeps,
  tenantId: string,
  { items, count, rule_id: ruleId, rule_name: ruleName, kind }: Delivery,
  text: AlertText,
): Promise<SendOutcome> {
  await database.withTenant(tenantId, async tx => {
    if (items.length === 0) return raisePlain(tx, tenantId, kind, text)
    const open = await listStillOpen(
      tx,
      items.map(item => item.event_id),
    )
    if (count > items.length) {
      const first = items.map(item => item.object_name).join(', ')
      return raiseNotice(tx, {
        tenantId,
        kind: 'alert.system',
        objectName: ruleName,
        cause: manyOf(ruleId ?? ''),
        text: first,
        params: { count },
      })
    }
    for (const item of items.filter(({ event_id: id }) => open.has(id)))
      await raiseNotice(tx, {
        tenantId,
        kind: noticeKindOf[item.object_type],
        objectId: item.object_id,
        objectName: item.object_name,
        cause: ruleId ?? '',
        text: item.text,
      })
  })
  return { kind: 'sent' }
}

/** A test is over when it was told; that the rules are looked at again ends what was told of their not being. */
async function raisePlain(tx: Tx, tenantId: string, kind: Delivery['kind'], text: AlertText): Promise<void> {
  const cause = kind === 'test' ? 'test' : 'watch'
  if (kind !== 'recovery')
    await raiseNotice(tx, { tenantId, kind: 'alert.system', objectName: text.title, cause, text: text.lines.join(' ') })
  if (kind !== 'watch') await settleSystem(tx, cause)
}

async function mail(
  { mail: sender }: AlertSenderDeps,
  { language }: ChannelRow,
  { id, recipient }: Delivery,
  { title, lines, url, link }: AlertText,
): Promise<SendOutcome> {
  if (!sender) return { kind: 'refused', reason: 'This installation has no mail service.' }
  const end = url === null ? '' : `<p><a href="${escapeHtml(url)}">${escapeHtml(link)}</a></p>`
  const outcome = await sender.send({
    to: recipient,
    subject: `[Sluice] ${title}`,
    text: [title, ...lines, ...(url === null ? [] : [url])].join('\n\n'),
    html: writePage(
      language,
      `<p><strong>${escapeHtml(title)}</strong></p>\n<ul>\n${lines.map(line => `<li>${escapeHtml(line)}</li>`).join('\n')}\n</ul>\n${end}`,
    ),
    id,
  })
  return outcome.kind === 'taken' ? { kind: 'sent' } : { kind: outcome.kind, reason: outcome.reason }
}

const platforms = { dingtalk: 'dingtalk-robot', wecom: 'wecom-robot', feishu: 'feishu-robot' } as const
/** What the platforms call the token of a webhook's address. */
const tokenFields = { dingtalk: 'access_token', wecom: 'key', feishu: 'token' } as const

async function sayByRobot(
  deps: AlertSenderDeps,
  tenantId: string,
  channel: ChannelRow,
  text: AlertText,
): Promise<SendOutcome> {
  const kind = channel.kind as keyof typeof platforms // the other kinds went elsewhere
  const { base_url: base } = channel.settings
  const [token, secret] = [await open(deps, tenantId, channel, 'token'), await open(deps, tenantId, channel, 'secret')]
  const outcome = await deps.engine.connections.sendMessage(tenantId, {
    platformId: platforms[kind],
    params: {
      [tokenFields[kind]]: token,
      ...(kind === 'wecom' || secret === '' ? {} : { secret }),
      ...(base ? { base_url: base } : {}),
    },
    text: toRobotText(text),
    placeId: channel.id,
  })
  if (outcome.kind === 'sent') return outcome
  const { message, retry, retryAfterMs } = outcome.failure
  if (outcome.kind === 'unknown') return { kind: 'unknown', reason: message }
  const pause = retryAfterMs === undefined ? {} : { retryAfterMs }
  return { kind: retry === 'later' ? 'later' : 'refused', reason: message, ...pause }
}

const TIMEOUT_MS = 15_000
const MAX_BYTES = 100_000

/**
 * JSON by POST. The signature is HMAC-SHA256 over `<time>.<body>` in hex; the delivery's id stays the same over all
 * tries, so that the receiver can tell a repeat.
 */
async function post(
  deps: AlertSenderDeps,
  tenantId: string,
  channel: ChannelRow,
  delivery: Delivery,
  text: AlertText,
): Promise<SendOutcome> {
  if (!deps.outgoing) return { kind: 'refused', reason: 'This installation has no way out.' }
  const url = await open(deps, tenantId, channel, 'url')
  const secret = await open(deps, tenantId, channel, 'secret')
  const { id, kind, rule_name: rule, items, count, created_at: at } = delivery
  const body = JSON.stringify({ id, kind, rule, title: text.title, lines: text.lines, count, items, at, url: text.url })
  const timestamp = String(Math.floor(deps.now() / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const answer = await deps.outgoing.fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-sluice-delivery': id,
      'x-sluice-timestamp': timestamp,
      ...(secret === '' ? {} : { 'x-sluice-signature': `sha256=${signature}` }),
    },
    body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  })
  const { status } = answer
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const reason = `HTTP ${status}`
  const seconds = Number(answer.headers['retry-after'])
  const pause = Number.isFinite(seconds) && seconds > 0 ? { retryAfterMs: seconds * 1000 } : {}
  return { kind: status === 408 || status === 429 || status >= 500 ? 'later' : 'refused', reason, ...pause }
}

async function open(
  { vault }: AlertSenderDeps,
  tenantId: string,
  { id, secrets }: ChannelRow,
  field: 'token' | 'secret' | 'url',
): Promise<string> {
  const sealed = secrets[field]
  return sealed === undefined ? '' : vault.open(tenantId, placeOfSecret(id, field), sealed)
}

/** What left and was not answered may have arrived; what never left may go later; the rest will never go. */
function judge(error: unknown): SendOutcome {
  if (!(error instanceof Failure)) throw error
  const { code, message: reason, cause } = error
  const wasSent = cause instanceof Error && 'sent' in cause && cause.sent === true
  if (wasSent) return { kind: 'unknown', reason }
  return { kind: code === 'egress.blocked' || code === 'vault.broken' ? 'refused' : 'later', reason }
}
