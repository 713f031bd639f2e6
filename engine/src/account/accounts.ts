import type { Account } from '@sluice/connector-kit'
import type { Database } from '@sluice/db'
import { type AccountNews, type AccountPlace, type AccountState, createAccountBook } from '../sql/account-rows.ts'
import { ACCOUNT_CHANNEL } from '../sql/channels.ts'
import { type AccountLimits, LiveAccount } from './account.ts'
import { type CallBook, createCallBook } from './call-book.ts'

/** The account that one open connection uses. */
export interface LentAccount extends Account {
  /** The connection counts its requests itself. */
  readonly isMetered: boolean
  /** Opening it failed. */
  report(error: unknown): Promise<void>
  /** Its last try failed, or it is cut off. */
  readonly isFailing: boolean
  /** A test of it went well. */
  answered(): Promise<void>
}

/** All accounts this process uses. */
export interface Accounts {
  /** The account of a connector, with its limits and its state as just read. */
  lend(place: AccountPlace, limits: AccountLimits, state: AccountState): LentAccount
  start(): Promise<void>
  stop(): Promise<void>
}

export interface AccountsDeps {
  readonly database: Database
  now(): number
}

// Kept for as long as the process lives up to here; then those are forgotten that nobody has opened for longest.
const MOST = 2000

export function createAccounts({ database, now }: AccountsDeps, processId: string): Accounts {
  const accounts = new Map<string, LiveAccount>()
  const calls = createCallBook(database, now)
  let unlisten: (() => Promise<void>) | null = null
  const find = (place: AccountPlace): LiveAccount => {
    const key = keyOf(place)
    const known = accounts.get(key) ?? new LiveAccount({ book: createAccountBook(database, place, processId), now })
    accounts.delete(key)
    accounts.set(key, known)
    const [oldest] = accounts.size > MOST ? accounts : []
    if (oldest) {
      accounts.delete(oldest[0])
      // What cannot be given back now is free again after its lease.
      oldest[1].close().catch(() => undefined)
    }
    return known
  }
  const receive = (payload: string): void => {
    const news = JSON.parse(payload) as AccountNews // sent by tellAll
    accounts.get(keyOf(news))?.apply(news)
  }
  return {
    lend(place, limits, state) {
      const account = find(place)
      account.setLimits(limits)
      account.apply(state)
      return lend(account, place, calls)
    },
    async start() {
      unlisten ??= await database.listen(ACCOUNT_CHANNEL, receive).catch(() => null)
    },
    async stop() {
      await unlisten?.()
      unlisten = null
      await calls.stop()
      await Promise.all([...accounts.values()].map(account => account.close()))
    },
  }
}

const keyOf = ({ tenantId, connectorId }: AccountPlace): string => `${tenantId}/${connectorId}`

function lend(account: LiveAccount, place: AccountPlace, calls: CallBook): LentAccount {
  let isMetered = false
  return {
    get isMetered() {
      return isMetered
    },
    get isFailing() {
      return account.isFailing
    },
    meterRequests() {
      isMetered = true
    },
    run: (work, signal, judge) => account.run(calls.count(place, work, judge), signal, judge),
    report: error => account.report(error),
    answered: () => account.answered(),
  }
}
