import { noticeKinds } from '@sluice/contract'
import { type Language, type MessageCode, writeMessage } from '../../../http/messages.ts'
import type { MailNoticeRow } from './mail-store.ts'

export interface MailWords {
  readonly language: Language
  /** A sentence of the engine or a connector in that language. */
  readonly tell: (sentence: string) => string
  readonly tenantName: string
  readonly timeZone: string
  /** Where people open the console: `https://sluice.example`. */
  readonly publicUrl: string
}

interface Line {
  readonly title: string
  readonly text: string
  readonly when: string
  readonly url: string
}

const say = (code: MessageCode, language: Language, value = ''): string => writeMessage(code, language, { value }, code)

/** A bundle of notices as one mail: as plain text, and as the same in simple HTML. */
export function writeNoticeMail(notices: readonly MailNoticeRow[], words: MailWords) {
  const { language, tenantName, publicUrl } = words
  const lines = notices.map(notice => describe(notice, words))
  const subject = lines.length === 1 ? lines[0]!.title : say('mail.several', language, String(lines.length)) // length 1
  const intro = say('mail.intro', language, tenantName)
  const footer = say('mail.why', language)
  const settings = `${publicUrl}/account/settings/notification`
  const open = say('mail.open', language)
  const text = [
    intro,
    ...lines.map(line => [line.title, line.text, line.when, line.url].filter(part => part !== '').join('\n')),
    `--\n${footer}\n${settings}`,
  ].join('\n\n')
  const items = lines.map(
    line =>
      `<li><p><strong>${escapeHtml(line.title)}</strong><br>${line.text === '' ? '' : `${escapeHtml(line.text)}<br>`}` +
      `${escapeHtml(line.when)}<br><a href="${escapeHtml(line.url)}">${escapeHtml(open)}</a></p></li>`,
  )
  const html = writePage(
    tagOf(language),
    `<p>${escapeHtml(intro)}</p>\n<ul>\n${items.join('\n')}\n</ul>\n<p>${escapeHtml(footer)}<br><a href="${escapeHtml(settings)}">${escapeHtml(settings)}</a></p>`,
  )
  return { subject: oneLine(`[Sluice] ${subject}`), text, html }
}

/** What somebody gets who tries whether mails arrive. */
export function writeTestMail(language: Language) {
  const text = say('mail.test', language)
  return {
    subject: `[Sluice] ${say('mail.testSubject', language)}`,
    text,
    html: writePage(tagOf(language), `<p>${escapeHtml(text)}</p>`),
  }
}

/** The code by which an address becomes somebody's own. */
export const writeCodeMail = (language: Language, code: string) =>
  writeShort(language, say('mail.codeSubject', language), say('mail.code', language, code))

/** To the address that an account has left. */
export const writeMovedMail = (language: Language, username: string) =>
  writeShort(language, say('mail.movedSubject', language), say('mail.moved', language, username))

const writeShort = (language: Language, subject: string, text: string) => ({
  subject: oneLine(`[Sluice] ${subject}`),
  text,
  html: writePage(tagOf(language), `<p>${escapeHtml(text)}</p>`),
})

function describe(notice: MailNoticeRow, { language, tell, timeZone, publicUrl }: MailWords): Line {
  const times = notice.count > 1 ? ` ×${notice.count}` : ''
  return {
    title: oneLine(say(`notice.${notice.kind}`, language, notice.object_name)),
    text: notice.text === '' ? '' : tell(notice.text),
    when: `${writeTime(notice.last_at, timeZone)}${times}`,
    url: `${publicUrl}${noticeKinds[notice.kind].leadsTo.replace('{id}', encodeURIComponent(notice.object_id))}`,
  }
}

/** `2026-11-22 17:53 (Asia/Shanghai)` */
function writeTime(iso: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return `${format.format(new Date(iso))} (${timeZone})`
}

/** The language as the console's settings, and HTML, name it. */
export function tagOf(language: Language): string {
  if (language === 'zh') return 'zh-CN'
  if (language === 'tw') return 'zh-TW'
  return language === 'pt' ? 'pt-BR' : 'en-US'
}

/** A whole document of a mail; `language` as HTML names it. */
export const writePage = (language: string, body: string): string =>
  `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"></head><body>\n${body}\n</body></html>\n`

/** Names and sentences of others are texts, whatever they look like. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`).replace(/\r?\n/g, '<br>')

/** A name with a line break in it must not begin another header, or another line that looks like ours. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
