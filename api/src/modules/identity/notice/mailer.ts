import { createHash } from 'node:crypto'
import { isTimeZone, type NoticeKind, noticeKindNames, noticeKinds } from '@sluice/contract'
import type { Database } from '@sluice/db'
import type { Translations } from '@sluice/engine'
import type { Logger } from 'pino'
import { createBackground } from '../../../http/background.ts'
import { readLanguage, tellIn } from '../../../http/messages.ts'
import { isAllowed, type Principal } from '../../../http/route-handler.ts'
import type { MailOutcome, MailSender } from './mail-sender.ts'
import {
  claimNotices,
  listMailReaders,
  MAX_TRIES,
  type MailNoticeRow,
  type MailReaderRow,
  markSent,
  markUnsent,
} from './mail-store.ts'
import { writeNoticeMail } from './write-mail.ts'

export interface NoticeMailerDeps {
  readonly database: Database
  readonly sender: MailSender
  readonly translate: Translations
  readonly log: Logger
  /** Where people open the console, without a slash at its end. */
  readonly publicUrl: string
  /** How long the first notice of a mail waits for others. Default 60 s. */
  readonly settleMs?: number
  /** Until the second try; each further pause is twice as long, an hour at most. Default 60 s. */
  readonly pauseMs?: number
}

export interface NoticeMailer {
  start(): void
  /** No mail is begun after it; the one in hand may end within `timeoutMs`, else it is sent again by whoever comes next. */
  stop(options: { readonly timeoutMs: number }): Promise<void>
  /** Sends what is due, once. @returns the number of mails that were taken */
  turn(): Promise<number>
}

const EVERY_MS = 10_000
/** Every five minutes, and first of all, a look at everything. */
const WHOLE_EVERY = 30
const HOUR_MS = 3_600_000

/**
 * Brings notices to those who chose e-mail for their kind. Any number of processes may do it: a bundle is claimed before
 * it is sent, and remembered as sent after the mail server took it. Whoever dies between the two leaves a claim that runs
 * out, and the mail is sent once more, with the same id; none is lost without a line in the log.
 */
export function createNoticeMailer(deps: NoticeMailerDeps): NoticeMailer {
  const { database, log } = deps
  let looks = 0
  const turn = async (): Promise<number> => {
    let taken = 0
    const isWhole = looks++ % WHOLE_EVERY === 0
    for (const row of await database.withSystem(tx => listMailReaders(tx, isWhole))) {
      if (background.isStopping) break
      // One person's trouble keeps nobody else from theirs; the claim runs out, and it is tried again.
      const outcome = await mailOne(deps, row).catch((error: unknown) => {
        log.error({ err: error, tenantId: row.tenant_id, userId: row.user_id }, 'mailing notices')
        return null
      })
      if (outcome?.kind === 'taken') taken++
      if (outcome?.kind === 'later' && outcome.isAway) break
    }
    return taken
  }
  const background = createBackground({
    everyMs: EVERY_MS,
    work: turn,
    onError: error => log.warn({ err: error }, 'mailing notices'),
  })
  return { start: background.start, stop: background.stop, turn }
}

/** null: nothing is due for this person after all. */
async function mailOne(deps: NoticeMailerDeps, row: MailReaderRow): Promise<MailOutcome | null> {
  const { database, sender, settleMs = 60_000 } = deps
  const reader = { userId: row.user_id, kinds: listKinds({ permissions: new Set(row.permissions) }) }
  const within = { groups: row.groups }
  const notices = await database.withTenant(row.tenant_id, tx => claimNotices(tx, reader, settleMs), within)
  if (notices.length === 0) return null
  const outcome = await sender.send({ ...write(deps, row, notices), to: row.email, id: nameMail(row, notices) })
  if (outcome.kind === 'taken') {
    const ids = notices.map(({ id }) => id)
    await database.withTenant(row.tenant_id, tx => markSent(tx, row.user_id, ids))
  } else await postpone(deps, row, notices, outcome)
  return outcome
}

/** The kinds that a role may know of. */
export function listKinds(principal: Pick<Principal, 'permissions'>): NoticeKind[] {
  return noticeKindNames.filter(kind => {
    const { permission } = noticeKinds[kind]
    return permission === null || isAllowed(principal, permission)
  })
}

function write(
  { translate, publicUrl }: NoticeMailerDeps,
  { settings, tenant_name: tenantName, time_zone: tenantZone }: MailReaderRow,
  notices: readonly MailNoticeRow[],
) {
  const { lang, timeZone: ownZone } = settings
  const language = readLanguage(typeof lang === 'string' ? lang : undefined)
  const timeZone = typeof ownZone === 'string' && isTimeZone(ownZone) ? ownZone : tenantZone
  return writeNoticeMail(notices, {
    language,
    tell: tellIn(language, translate, timeZone),
    tenantName,
    timeZone,
    publicUrl,
  })
}

const nameMail = ({ user_id: userId }: MailReaderRow, notices: readonly MailNoticeRow[]): string =>
  createHash('sha256')
    .update([userId, ...notices.map(({ id, happened_at: at }) => `${id}@${at}`)].join())
    .digest('hex')
    .slice(0, 40)

async function postpone(
  { database, log, pauseMs: firstMs = 60_000 }: NoticeMailerDeps,
  { tenant_id: tenantId, user_id: userId }: MailReaderRow,
  notices: readonly MailNoticeRow[],
  { kind, reason }: Exclude<MailOutcome, { kind: 'taken' }>,
): Promise<void> {
  const tried = notices.map(notice => {
    const tries = kind === 'refused' ? MAX_TRIES : notice.tries + 1
    return { noticeId: notice.id, tries, pauseMs: Math.min(firstMs * 2 ** (tries - 1), HOUR_MS) }
  })
  const givenUp = tried.filter(({ tries }) => tries >= MAX_TRIES).length
  // The address is the person's own; the id leads to it whoever may look.
  const about = { tenantId, userId, notices: tried.length, givenUp, reason }
  if (givenUp > 0) log.error(about, 'mailing notices: given up, they are in the console only')
  else log.warn(about, 'mailing notices: trying again later')
  await database.withTenant(tenantId, tx => markUnsent(tx, userId, tried))
}
