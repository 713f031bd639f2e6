import type { Api } from './product.ts'
import { icon, POPUP, PRIMARY, ROW_BUTTON, type Stops } from './tour-stop.ts'

const WEBHOOKS = '.ant-drawer [data-node-key="webhooks"] [role="tab"]'
const NEW_WEBHOOK = '.ant-drawer button:has(.anticon-plus)'
const DELIVERIES = '.ant-drawer .gw-scope .sl-row-actions > :nth-child(1)'

const SECRETS = '.ant-drawer [data-node-key="secrets"] [role="tab"]'
const VERSIONS = '.ant-drawer [data-node-key="versions"] [role="tab"]'
const DATES = '.ant-drawer .ant-table-row .ant-btn'

const PORTAL = '.ant-drawer [data-node-key="portal"] [role="tab"]'
/** The first one; where a stop before opened it, its tab, which changes nothing. */
const OPERATION =
  '.gp-page .ant-collapse-header[aria-expanded="false"], .gp-page .ant-collapse .ant-tabs-tab-active > [role="tab"]'
const tabOf = (name: string): string => `.gp-page [data-node-key="${name}"] [role="tab"]`

/** The API gateway: applications, the log of their calls, and the page for those who write them. */
export function listGateway({ portal }: { readonly portal: string }): Stops {
  const applications = '/api-gateway/index'
  const log = '/api-gateway/log'
  const plans = '/api-gateway/plan'
  return {
    [applications]: [
      { name: 'gateway-applications', path: applications },
      { name: 'gateway-application-form', path: applications, press: [PRIMARY] },
      { name: 'gateway-application', path: applications, press: [ROW_BUTTON] },
      { name: 'gateway-secrets', path: applications, press: [ROW_BUTTON, SECRETS], opens: '.ant-drawer .gw-pem' },
      { name: 'gateway-versions', path: applications, press: [ROW_BUTTON, VERSIONS], opens: '.ant-drawer .ant-table' },
      { name: 'gateway-version-dates', path: applications, press: [ROW_BUTTON, VERSIONS, DATES] },
      { name: 'gateway-webhooks', path: applications, press: [ROW_BUTTON, WEBHOOKS], opens: NEW_WEBHOOK },
      {
        name: 'gateway-webhook-form',
        path: applications,
        press: [ROW_BUTTON, WEBHOOKS, NEW_WEBHOOK],
        opens: '.ant-modal form',
      },
      {
        name: 'gateway-deliveries',
        path: applications,
        press: [ROW_BUTTON, WEBHOOKS, DELIVERIES],
        opens: '.ant-drawer .ant-table',
      },
      { name: 'gateway-portal-links', path: applications, press: [ROW_BUTTON, PORTAL], opens: '.ant-drawer form' },
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
    '/share/portal/:id': [
      { name: 'portal', path: portal },
      { name: 'portal-operation', path: portal, press: [OPERATION], opens: '.gp-page .ant-collapse .sl-json' },
      {
        name: 'portal-samples',
        path: portal,
        press: [OPERATION, '.ant-collapse [data-node-key="samples"] [role="tab"]'],
        opens: '.gp-page .gp-code',
      },
      {
        name: 'portal-try',
        path: portal,
        press: [OPERATION, '.ant-collapse [data-node-key="try"] [role="tab"]'],
        opens: '.gp-page .sl-code-area',
      },
      { name: 'portal-calls', path: portal, press: [tabOf('calls')], opens: '.gp-page .ant-table' },
      { name: 'portal-webhooks', path: portal, press: [tabOf('webhooks')], opens: '.gp-page .gp-webhook' },
      { name: 'portal-ended', path: `${portal}x` },
    ],
  }
}

/**
 * A plan, an application with a strategy of its own, and two calls of it: one done, one refused.
 * @returns the path of its portal
 */
export async function prepareGateway(api: Api, url: string, strategy: string): Promise<string> {
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
      ...{ quota_per_month: null, concurrency: null, body_policy: 'always' },
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
  const params = { id: made.id }
  const { content: before } = await api.application.get({ params })
  const { name, remark, expires_at, ip_allow, plan_id, rate_per_minute, burst } = before
  const { quota_per_day, quota_per_month, concurrency, version } = before
  // One field less: those who call it have time to move.
  await api.application.update({
    params,
    body: {
      ...{ name, remark, expires_at, ip_allow, plan_id, rate_per_minute, burst, quota_per_day, quota_per_month },
      ...{ concurrency, version, on_break: { way: 'version', sunset_at: '2031-01-01T00:00:00Z' } },
      scopes: [{ strategy_id: strategy, operations: ['query', 'find'], fields: ['id', 'status'] }],
    },
  })
  const { content: ended } = await api.portal.create({ params, body: { title: '试用', days: 1 } })
  await api.portal.revoke({ params: { ...params, link: ended.link.id } })
  return (await api.portal.create({ params, body: { title: '合作方开发组', may_rotate: true } })).content.path
}
