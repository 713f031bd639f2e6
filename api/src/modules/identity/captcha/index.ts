export { createCaptchaRoutes } from './routes.ts'
export { type CaptchaService, createCaptchaService } from './service.ts'
export { createHttpSms, createLogSms, type HttpSmsSettings, type SmsSender } from './sms-sender.ts'
