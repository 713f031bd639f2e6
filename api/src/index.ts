export { type AggregateWorker, createAggregateWorker } from './modules/aggregate/index.ts'
export { type AlertWatch, type AlertWatchDeps, createAlertWatch } from './modules/alert/index.ts'
export { createHttpSms, createLogSms, type HttpSmsSettings, type SmsSender } from './modules/captcha/index.ts'
export { createExportWorker, type ExportWorker } from './modules/export-job/index.ts'
export { createTenantFiles, createUploadStore, type TenantFiles, type UploadStore } from './modules/file/index.ts'
export {
  createNoticeMailer,
  type Mail,
  type MailOutcome,
  type MailSender,
  type NoticeMailer,
  type NoticeMailerDeps,
} from './modules/notice/index.ts'
export { TemplateConfig } from './modules/strategy-template/contract.ts'
export type { DeliveredMap, DeliveredTemplate } from './modules/strategy-template/index.ts'
export { verifyLogFile } from './modules/system/index.ts'
export { type CreatedTenant, changeQuota, createTenant, hasTenant, type NewTenant } from './modules/tenant/index.ts'
export { changeHost, type WebsiteAttributes } from './modules/website/index.ts'
export type { DemoModules, DemoPort, DemoStatus } from './modules/workplace/index.ts'
export { sayWords } from './platform/messages.ts'
export type { Page, Principal, RouteContext } from './platform/route-handler.ts'
export { createServer, type Server, type ServerConfig, type ServerDeps } from './server.ts'
