import { isSameSecret, readBasic } from '../credentials.ts'
import { readForm } from '../form.ts'
import { isObject, type Json, type JsonObject, Numeral, readJson, writeJson } from '../json.ts'
import { type Call, type Handler, type Outcome, toJsonAnswer } from '../server.ts'
import { readBearer } from '../tokens.ts'
import { strikeTransport } from '../transport.ts'
import { describeMaterial } from './material.ts'
import { saveBatch, saveOne } from './save.ts'
import { type Erp, type Saved, writeFailure } from './state.ts'

type Route = (erp: Erp, call: Call) => Saved
const routes: Readonly<Record<string, readonly [method: string, Route]>> = {
  '/api/bill/save': ['POST', (erp, call) => save(erp, call, saveOne)],
  '/api/bill/batch-save': ['POST', (erp, call) => save(erp, call, saveBatch)],
  '/api/bill/query': ['GET', queryBill],
  '/api/material': ['GET', listMaterials],
}

/** The far side of an ERP connector. Effects are synchronous, so concurrent repeats meet a finished ledger. */
export function createErpHandler(erp: Erp): Handler {
  return async call => {
    const ordinal = erp.countRequest()
    const failure = await strikeTransport(erp.faults, ordinal, erp.wait, writeFailure)
    if (failure !== null) return failure
    if (call.path === '/auth/login' || call.path === '/oauth/token') return signIn(erp, call)
    const route = Object.hasOwn(routes, call.path) ? routes[call.path] : undefined
    if (route === undefined) return toJsonAnswer(404, writeFailure(404, `没有接口 ${call.path}`))
    if (call.method !== route[0]) return toJsonAnswer(405, writeFailure(405, `只支持 ${route[0]}`))
    const refusal = checkSession(erp, call, ordinal)
    if (refusal !== null) return refusal
    const { status, body, headers, hasEffect } = route[1](erp, call)
    if (hasEffect && erp.faults.strike('lostAnswer', ordinal) !== null) return 'cut'
    return toJsonAnswer(status, body, headers)
  }
}

function save(erp: Erp, call: Call, run: (erp: Erp, body: Json, key: string) => Saved): Saved {
  const key = String(call.headers['idempotency-key'] ?? '').trim()
  if (key.length > 255) return { status: 400, body: writeFailure(400, 'Idempotency-Key 不能超过 255 个字符') }
  let body: Json
  try {
    body = readJson(call.body.toString())
  } catch {
    return { status: 400, body: writeFailure(400, '请求体不是 JSON') }
  }
  // Kingdee wraps the document: { Model: … }.
  return run(erp, isObject(body) && body['Model'] !== undefined ? body['Model'] : body, key)
}

function signIn(erp: Erp, call: Call): Outcome {
  if (call.method !== 'POST') return toJsonAnswer(405, writeFailure(405, '只支持 POST'))
  const form = readForm(call)
  const basic = readBasic(call.headers.authorization)
  const id = basic?.user ?? form.get('app_id') ?? form.get('client_id') ?? ''
  const secret = basic?.password ?? form.get('app_secret') ?? form.get('client_secret') ?? ''
  const { erpAppId, erpAppSecret } = erp.credentials
  if (!isSameSecret(id, erpAppId) || !isSameSecret(secret, erpAppSecret))
    return toJsonAnswer(401, writeFailure(401, 'app_id 或 app_secret 不正确'))
  const { token, expiresInSeconds } = erp.tokens.issue()
  const grant: JsonObject =
    call.path === '/oauth/token'
      ? { access_token: token, token_type: 'Bearer', expires_in: expiresInSeconds }
      : { LoginResultType: 1, SessionToken: token, ExpiresIn: expiresInSeconds, Message: '登录成功' }
  return toJsonAnswer(200, writeJson(grant))
}

function checkSession(erp: Erp, call: Call, ordinal: number): Outcome | null {
  const header = call.headers['x-session-token']
  const token = readBearer(call.headers.authorization) ?? (Array.isArray(header) ? header[0] : header)
  if (!token)
    return toJsonAnswer(401, writeFailure(401, '缺少会话：请先登录，再带上 Authorization: Bearer 或 X-Session-Token'))
  const state = erp.tokens.check(token)
  if (state === 'unknown') return toJsonAnswer(401, writeFailure(401, '会话无效，请重新登录'))
  if (state === 'valid') {
    if (erp.faults.strike('expireToken', ordinal) === null) return null
    erp.tokens.expire(token)
  }
  return toJsonAnswer(401, writeFailure(401, '会话已过期，请重新登录'))
}

/** What a sender asks after a lost answer. */
function queryBill(erp: Erp, call: Call): Saved {
  const number = call.query.get('number') ?? ''
  if (number === '') return { status: 400, body: writeFailure(400, '缺少参数 number') }
  const bill = erp.ledger.find(number)
  const status = '"ResponseStatus":{"IsSuccess":true,"Errors":[]}'
  const found =
    bill === undefined
      ? '"Exists":false,"Id":null,"Document":null'
      : `"Exists":true,"Id":${bill.id},"Revision":${bill.accepted},"Document":${bill.json}`
  return { status: 200, body: `{"Result":{${status},"Number":${JSON.stringify(number)},${found}}}` }
}

function listMaterials(erp: Erp, call: Call): Saved {
  const page = readPositive(call.query.get('page'), 1)
  const size = readPositive(call.query.get('page_size'), 20)
  if (page === null || size === null || size > 100)
    return { status: 400, body: writeFailure(400, 'page 从 1 开始，page_size 必须在 1 到 100 之间') }
  const all = erp.materials()
  const rows = all.slice((page - 1) * size, page * size).map(describeMaterial)
  const total = new Numeral(String(all.length))
  const status = { IsSuccess: true, Errors: [] }
  return { status: 200, body: writeJson({ Result: { ResponseStatus: status, Total: total, Page: page, Rows: rows } }) }
}

function readPositive(text: string | null, fallback: number): number | null {
  if (text === null || text === '') return fallback
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}
