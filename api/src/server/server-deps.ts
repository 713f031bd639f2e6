import type { SolutionPackage } from '@sluice/contract'
import type { Database, Vault } from '@sluice/db'
import type { Engine, Grants } from '@sluice/engine'
import type { Logger } from 'pino'
import type { ConnectionCounts } from '../http/create-app.ts'
import type { Outgoing } from '../http/outgoing.ts'
import type { SecurityTxt } from '../http/security-txt.ts'
import type { TrustedProxies } from '../http/trusted-proxies.ts'
import type { WebsiteAttributes } from '../modules/admin/website/index.ts'
import type { UploadStore } from '../modules/connect/file/index.ts'
import type { SmsSender } from '../modules/identity/captcha/index.ts'
import type { MailSender } from '../modules/identity/notice/index.ts'
import type { DemoPort } from '../modules/insight/workplace/index.ts'
import type { DeliveredTemplate } from '../modules/strategy/strategy-template/index.ts'

/** What the product's start gives to the API. */
export interface ServerDeps {
  readonly database: Database
  readonly engine: Engine
  readonly vault: Vault
  readonly uploads: UploadStore
  /** Where archives lie. */
  readonly archive: UploadStore
  /** The guarded way out, for identity providers and messages. Absent: no single sign-on. */
  readonly outgoing?: Outgoing
  /** Absent: no message can be sent, so nobody signs in by phone. */
  readonly sms?: SmsSender
  /** Access that people grant to connectors. Absent: none can be granted here. */
  readonly grants?: Grants
  /** Absent: no sandbox in this installation. */
  readonly demo?: DemoPort
  /** What a new strategy may begin with in every tenant. Default none. */
  readonly templates?: readonly DeliveredTemplate[]
  /** Integrations that come with the product. Default none. */
  readonly packages?: readonly SolutionPackage[]
  /** Absent: no notice goes by e-mail. */
  readonly mail?: MailSender
  /** Where files of exports lie. Absent: none are made here. */
  readonly exports?: UploadStore
  /** Where people open the console, without a slash at its end; absent: messages have no link to it. */
  readonly publicUrl?: string
  readonly config: ServerConfig
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** [0, 1), for names only; tokens come from the system's generator. */
  readonly random: () => number
  readonly log: Logger
}

export interface ServerConfig {
  /** 32 bytes that all processes of the installation share, made from the master key. Default random: one process. */
  readonly signInSecret?: Uint8Array
  /** Anybody may register a tenant. Default false. */
  readonly registration?: boolean
  /** Zero bits of the computing question that stands in for a picture. Default 16: half a second of a browser. */
  readonly captchaWorkBits?: number
  readonly version: string
  /** The console's built files; absent: the API alone. */
  readonly consoleDir?: string
  readonly website: WebsiteAttributes
  /** Traces in error answers. Default false. */
  readonly isDevelopment?: boolean
  /** Whose headers say for whom a request comes. Default nobody's. */
  readonly proxies?: TrustedProxies
  /** Where programs call the gateway: `https://api.example.com`. Default: where the console is. */
  readonly gatewayOrigin?: string
  /** How many may be connected. */
  readonly connections?: ConnectionCounts
  /** How long the end of a tenant can be taken back. Default 7. */
  readonly tenantEndDays?: number
  /** Absent: there is no security.txt. */
  readonly security?: Pick<SecurityTxt, 'contacts' | 'policy'>
  /** A call is answered by then, be it with a refusal. Default 55 s: the console itself waits 60. */
  readonly answerWithinMs?: number
}
