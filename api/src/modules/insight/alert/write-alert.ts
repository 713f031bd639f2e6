import type { Translate } from '@sluice/contract'
import { type Language, sayWords } from '../../../http/messages.ts'
import type { Delivery, DeliveryKind } from './delivery-store.ts'

const titles = {
  alert: { zh: '告警', en: 'Alert' },
  repeat: { zh: '告警仍在持续', en: 'Alert goes on' },
  escalation: { zh: '告警升级', en: 'Alert escalated' },
  recovery: { zh: '告警恢复', en: 'Alert over' },
  test: { zh: '告警通道测试', en: 'Test of an alert channel' },
  watch: { zh: '告警巡检停止', en: 'Alerts are not watched' },
} as const satisfies Record<DeliveryKind, { readonly zh: string; readonly en: string }>

const words = {
  more: { zh: '共 {count} 项，以上是前 {shown} 项', en: '{count} in all; these are the first {shown}' },
  over: { zh: '已恢复，持续 {minutes} 分钟', en: 'over after {minutes} minutes' },
  open: { zh: '在控制台中查看', en: 'Open in the console' },
  test: { zh: '收到这条消息，说明告警可以送达。', en: 'Alerts arrive: this is a test, and there is nothing to do.' },
  watch: {
    zh: '已经超过五分钟没有检查告警规则，期间不会有告警。请检查调度进程是否在运行。',
    en: 'The rules have not been looked at for over five minutes, and no alert will come meanwhile. Is a scheduler running?',
  },
  watched: { zh: '告警规则已恢复检查。', en: 'The rules are looked at again.' },
} as const

export interface AlertWords {
  readonly language: Language
  /** A sentence of the engine in that language. */
  readonly tell: Translate
  /** Where people open the console, without a slash at its end; absent: messages have no link. */
  readonly publicUrl?: string
}

export interface AlertText {
  readonly title: string
  readonly lines: readonly string[]
  /** null: the installation does not know its own address. */
  readonly url: string | null
  /** What the link is called. */
  readonly link: string
}

/** A message, in the language of its channel. */
export function writeAlert(delivery: Delivery, { language, tell, publicUrl }: AlertWords): AlertText {
  const say = (text: { readonly zh: string; readonly en: string }, values: Readonly<Record<string, number>> = {}) =>
    sayWords(text, language).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  const { kind, rule_name: rule, items, count } = delivery
  const lines = items.map(({ object_name: name, text, minutes }) =>
    oneLine(`${name}: ${kind === 'recovery' ? say(words.over, { minutes: minutes ?? 0 }) : tell(text)}`),
  )
  const rest = count > items.length ? [say(words.more, { count, shown: items.length })] : []
  const plain = { test: words.test, watch: words.watch, recovery: words.watched } as const
  const body = items.length > 0 ? [...lines, ...rest] : kind in plain ? [say(plain[kind as keyof typeof plain])] : [] // kind in plain
  return {
    title: oneLine(rule === '' ? say(titles[kind]) : `${say(titles[kind])}: ${rule}`),
    lines: body,
    url: publicUrl === undefined ? null : `${publicUrl}/strategy/health`,
    link: say(words.open),
  }
}

/** The service with the least room takes 2048 bytes. */
const MAX_BYTES = 2000

/** For a robot's group: plain text, so that no name becomes a link, and nobody is called by `<at …>`. */
export function toRobotText({ title, lines, url, link }: AlertText): string {
  const safe = (text: string): string => text.replaceAll('<', '＜').replaceAll('>', '＞')
  const end = url === null ? '' : `\n${link}: ${url}`
  const room = MAX_BYTES - Buffer.byteLength(end)
  return cutBytes(safe(['[Sluice]', title].join(' ').concat(...lines.map(line => `\n${line}`))), room) + end
}

function cutBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  // A cut character becomes U+FFFD, which goes.
  return `${new TextDecoder().decode(Buffer.from(text).subarray(0, bytes - 3)).replace(/�+$/, '')}…`
}

/** A name with a line break in it must not look like a line of ours. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
