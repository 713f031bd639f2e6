import type { Api } from './product.ts'
import { icon, POPUP, PRIMARY, ROW_BUTTON, type Stops } from './tour-stop.ts'

/** The API gateway: applications and the log of their calls. */
export function listGateway(): Stops {
  const applications = '/api-gateway/index'
  const log = '/api-gateway/log'
  return {
    [applications]: [
      { name: 'gateway-applications', path: applications },
      { name: 'gateway-application-form', path: applications, press: [PRIMARY] },
      { name: 'gateway-application', path: applications, press: [ROW_BUTTON] },
      { name: 'gateway-application-more', path: applications, press: [icon('more')], opens: POPUP },
    ],
    [log]: [
      { name: 'gateway-log', path: log },
      { name: 'gateway-call', path: log, press: [ROW_BUTTON] },
    ],
  }
}

/** An application with a strategy of its own, and two calls of it: one done, one refused. */
export async function prepareGateway(api: Api, url: string, strategy: string): Promise<void> {
  const { content: made } = await api.application.create({
    body: {
      ...{ name: '合作方 ERP', remark: '每天取一次订单', expires_at: null, ip_allow: ['127.0.0.0/8', '::1/128'] },
      ...{ rate_per_minute: 600, burst: 100, quota_per_day: 10_000 },
      scopes: [{ strategy_id: strategy, operations: ['query', 'find'], fields: ['id', 'status', 'created_at'] }],
    },
  })
  const post = (path: string, body: object, token = '') =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const { app_key, app_secret } = made
  let token: string | undefined
  // The gateway hears of it a moment after it was made.
  while (token === undefined) {
    token = ((await (await post('/v2/oauth', { app_key, app_secret })).json()) as { access_token?: string })
      .access_token
    if (token === undefined) await new Promise(resolve => setTimeout(resolve, 50))
  }
  const path = `/v2/open-api/business/${strategy}`
  await post(`${path}/query`, { pageSize: 5 }, token)
  await post(`${path}/store`, { content: [{ id: 'x' }] }, token)
}
