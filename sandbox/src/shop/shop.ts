import { type Credentials, isSameSecret, readBasic } from '../credentials.ts'
import type { Faults, ShopFault } from '../faults.ts'
import { readForm } from '../form.ts'
import { writeJson } from '../json.ts'
import { type Call, type Handler, type Outcome, toJsonAnswer } from '../server.ts'
import type { Tokens } from '../tokens.ts'
import { strikeTransport } from '../transport.ts'
import { expiredToken, type Guard, type Guards, readToken } from './guard.ts'
import {
  isRefusal,
  isRenewed,
  type Lister,
  type Listing,
  listOrderPage,
  listOrderScroll,
  listProducts,
  listRefunds,
  type Refusal,
  renewCursor,
} from './listing.ts'
import type { ShopStore } from './store.ts'

export interface Shop {
  readonly credentials: Credentials
  readonly faults: Faults<ShopFault>
  readonly guards: Guards
  readonly tokens: Tokens
  store(): ShopStore
  /** Number of this request since the start or the last reset, from 1. */
  countRequest(): number
  wait(ms: number): Promise<void>
}

/** The far side of a shop connector: five doors to the same orders, each with its own lock. */
export function createShopHandler(shop: Shop): Handler {
  const { guards } = shop
  const routes: Readonly<Record<string, readonly [Guard, Lister]>> = {
    '/api/orders': [guards.bearer, listOrderPage],
    '/api/orders/scroll': [guards.bearer, listOrderScroll],
    '/api/products': [guards.bearer, listProducts],
    '/api/refunds': [guards.bearer, listRefunds],
    '/signed/orders': [guards.signed, listOrderPage],
    '/apikey/orders': [guards.apiKey, listOrderPage],
    '/basic/orders': [guards.basic, listOrderPage],
  }
  return async call => {
    const ordinal = shop.countRequest()
    const failure = await strikeTransport(shop.faults, ordinal, shop.wait, toFailureBody)
    if (failure !== null) return failure
    if (call.path === '/oauth/token') return grantToken(shop, call)
    const route = Object.hasOwn(routes, call.path) ? routes[call.path] : undefined
    if (route === undefined) return refuse({ status: 404, code: 40400, msg: `没有接口 ${call.path}` })
    if (call.method !== 'GET') return refuse({ status: 405, code: 40500, msg: '只支持 GET' })
    const [guard, lister] = route
    const refusal = guard(call) ?? expireToken(shop, call, guard, ordinal)
    return refusal === null ? answerList(shop, call, lister, ordinal) : refuse(refusal)
  }
}

const SPOILING = ['busy', 'html', 'truncated', 'emptyPage'] as const
const LOGIN_PAGE =
  '<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>登录</title></head><body><form action="/login">请先登录</form></body></html>\n'

function answerList(shop: Shop, call: Call, lister: Lister, ordinal: number): Outcome {
  const listing = lister(shop.store(), call.query)
  if (isRefusal(listing)) return refuse(listing)
  const request = `${call.path}?${call.rawQuery}`
  const cursor = call.query.get('cursor')
  // An end without records is no place for an empty page, and after one the records follow.
  const canBeEmpty = listing.items.length > 0 && !isRenewed(cursor)
  const kinds = canBeEmpty ? SPOILING : SPOILING.filter(kind => kind !== 'emptyPage')
  const spoilt = shop.faults.strikeFirst(kinds, ordinal, request)?.kind
  if (spoilt === 'busy') return refuse({ status: 200, code: 50001, msg: '系统繁忙，请稍后重试' })
  if (spoilt === 'html') return toJsonAnswer(200, LOGIN_PAGE, { 'content-type': 'text/html; charset=utf-8' })
  if (spoilt === 'truncated') {
    const whole = Buffer.from(writeList(listing.items, listing))
    return { status: 200, body: whole.subarray(0, Math.floor(whole.length * 0.6)) }
  }
  if (spoilt === 'emptyPage') return emptyPage(listing, cursor, ordinal)
  const items = repeatRecord(shop, listing, ordinal)
  const body = writeList(items, listing)
  editOne(shop, listing, ordinal)
  return toJsonAnswer(200, body)
}

/** In cursor mode the new cursor means the old place, so going on with it loses nothing. */
function emptyPage(listing: Listing, cursor: string | null, ordinal: number): Outcome {
  const isScroll = 'next_cursor' in listing.facts
  const facts = isScroll ? { has_more: true, next_cursor: renewCursor(cursor, ordinal) } : listing.facts
  return toJsonAnswer(200, writeList([], { ...listing, facts }))
}

function repeatRecord(shop: Shop, listing: Listing, ordinal: number): readonly string[] {
  const repeated = listing.before ?? listing.items[0]
  if (repeated === undefined || listing.items.length === 0) return listing.items
  return shop.faults.strike('duplicate', ordinal) === null ? listing.items : [repeated, ...listing.items]
}

/** After the answer was written: its reader holds the old version and must meet the new one later. */
function editOne(shop: Shop, listing: Listing, ordinal: number): void {
  const edited = listing.ordinals[ordinal % Math.max(listing.ordinals.length, 1)]
  if (edited !== undefined && shop.faults.strike('lateEdit', ordinal) !== null) shop.store().edit(edited)
}

function writeList(items: readonly string[], listing: Listing): string {
  const facts = writeJson(listing.facts).slice(1, -1)
  return `{"code":0,"msg":"ok","data":{"list":[${items.join(',')}]${facts === '' ? '' : `,${facts}`}}}`
}

function expireToken(shop: Shop, call: Call, guard: Guard, ordinal: number): Refusal | null {
  const token = readToken(call)
  if (guard !== shop.guards.bearer || token === null) return null
  if (shop.faults.strike('expireToken', ordinal) === null) return null
  shop.tokens.expire(token)
  return expiredToken
}

/** RFC 6749 §4.4 with credentials in the body or as Basic; also a JSON body, which real platforms ask for. */
function grantToken(shop: Shop, call: Call): Outcome {
  if (call.method !== 'POST') return refuse({ status: 405, code: 40500, msg: '只支持 POST' })
  const form = readForm(call)
  const basic = readBasic(call.headers.authorization)
  if (form.get('grant_type') !== 'client_credentials')
    return refuseGrant(400, 'unsupported_grant_type', 'grant_type 必须是 client_credentials')
  const clientId = basic?.user ?? form.get('client_id') ?? ''
  const clientSecret = basic?.password ?? form.get('client_secret') ?? ''
  const { credentials } = shop
  if (!isSameSecret(clientId, credentials.clientId) || !isSameSecret(clientSecret, credentials.clientSecret))
    return refuseGrant(401, 'invalid_client', 'client_id 或 client_secret 不正确')
  const { token, expiresInSeconds } = shop.tokens.issue()
  const grant = { code: 0, msg: 'ok', access_token: token, token_type: 'Bearer', expires_in: expiresInSeconds }
  return toJsonAnswer(200, writeJson(grant))
}

const refuseGrant = (status: number, error: string, description: string): Outcome =>
  toJsonAnswer(status, writeJson({ code: 40103, msg: description, error, error_description: description }))

const refuse = ({ status, code, msg }: Refusal): Outcome => toJsonAnswer(status, toFailureBody(code, msg))

const toFailureBody = (code: number, msg: string): string => writeJson({ code, msg, data: null })
