import type { Api } from './product.ts'
import { icon, POPUP, PRIMARY, ROW_BUTTON, type Stops } from './tour-stop.ts'

const WEBHOOKS = '.ant-drawer [data-node-key="webhooks"] [role="tab"]'
const NEW_WEBHOOK = '.ant-drawer button:has(.anticon-plus)'
const DELIVERIES = '.ant-drawer .gw-scope .sl-row-actions > :nth-child(1)'

/** The API gateway: applications and the log of their calls. */
export function listGateway(): Stops {
  const applications = '/api-gateway/index'
  const log = '/api-gateway/log'
  const plans = '/api-gateway/plan'
  return {
    [applications]: [
      { name: 'gateway-applications', path: applications },
      { name: 'gateway-application-form', path: applications, press: [PRIMARY] },
      { name: 'gateway-application', path: applications, press: [ROW_BUTTON] },
      { name: 'gateway-webhooks', path: applications, press: [ROW_BUTTON, WEBHOOKS], opens: NEW_WEBHOOK },
      { name: 'gateway-webhook-form', path: applications, press: [ROW_BUTTON, WEBHOOKS, NEW_WEBHOOK] },
      {
        name: 'gateway-deliveries',
        path: applications,
        press: [ROW_BUTTON, WEBHOOKS, DELIVERIES],
        opens: '.ant-drawer .ant-table',
      },
      { name: 'gateway-application-more', path: applications, press: [icon('more')], opens: POPUP },
    ],
    [plans]: [
      { name: 'gateway-plans', path: plans },
      { name: 'gateway-plan-form', path: plans, press: [PRIMARY] },
    ],
    [log]: [
      { name: 'gateway-log', path: log },
      { name: 'gateway-call', path: log, press: [ROW_BUTTON] },
    ],
  }
}

/** A plan, an application with a strategy of its own, and two calls of it: one done, one refused. */
export async function prepareGateway(api: Api, url: string, strategy: string): Promise<void> {
  const { content: plan } = await api.plan.create({
    body: {
      ...{ name: '标准版', remark: '按月结算', rate_per_minute: 600, burst: 100, priority: 'normal' },
      ...{ quota_per_day: 10_000, quota_per_month: 200_000, concurrency: 10 },
    },
  })
  const { content: made } = await api.application.create({
    body: {
      ...{ name: '合作方 ERP', remark: '每天取一次订单', expires_at: null, ip_allow: ['127.0.0.0/8', '::1/128'] },
      ...{ plan_id: plan.id, rate_per_minute: null, burst: null, quota_per_day: 5000 },
      ...{ quota_per_month: null, concurrency: null },
      scopes: [
        {
          ...{ strategy_id: strategy, operations: ['query', 'find'], fields: ['id', 'status', 'created_at'] },
          ...{ masks: { status: 'hash' }, row_filter: [] },
        },
      ],
    },
  })
  await api.webhook.create({
    params: { id: made.id },
    body: { strategy_id: strategy, url: 'https://partner.example.com/hooks/orders', events: ['written', 'error'] },
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
