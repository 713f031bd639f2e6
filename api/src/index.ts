import './server/messages.ts'

export type { Page, Principal, RouteContext } from './http/route-handler.ts'
export { resetPassword, verifyLogFile } from './modules/admin/system/index.ts'
export { listProofs } from './modules/admin/tenant-end/index.ts'
export { changeHost, type WebsiteAttributes } from './modules/admin/website/index.ts'
export { createHttpSms, createLogSms, type HttpSmsSettings, type SmsSender } from './modules/identity/captcha/index.ts'
export {
  type CreatedTenant,
  changeQuota,
  createTenant,
  hasTenant,
  type NewTenant,
} from './modules/identity/tenant/index.ts'
export type { DemoModules, DemoPort, DemoStatus } from './modules/insight/workplace/index.ts'
export { judgeByCommand, listWaiting } from './modules/market/market-review/index.ts'
export { TemplateConfig } from './modules/strategy/strategy-template/contract.ts'
export type { DeliveredMap, DeliveredTemplate } from './modules/strategy/strategy-template/index.ts'
export { createServer, type Server } from './server/server.ts'
export type { ServerConfig, ServerDeps } from './server/server-deps.ts'
