export type { Mail, MailOutcome, MailSender } from './mail-sender.ts'
export { createNoticeMailer, type NoticeMailer, type NoticeMailerDeps } from './mailer.ts'
export { createNoticeRoutes } from './routes.ts'
export { escapeHtml, writePage } from './write-mail.ts'
