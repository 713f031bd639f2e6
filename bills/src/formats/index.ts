import type { BillFormat } from '../format.ts'
import { alipayFormats } from './alipay.ts'
import { otherFormats } from './others.ts'
import { wechatFormats } from './wechat.ts'

/** Kinds of bills that are known. */
export const billFormats: readonly BillFormat[] = [...alipayFormats, ...wechatFormats, ...otherFormats]

/** A platform whose accounts can be reconciled. */
export interface BillPlatform {
  readonly code: string
  readonly name: { readonly zh: string; readonly en: string; readonly pt: string }
  /** In whose zone its days are, and when the bill of the day before can be had. */
  readonly zone: string
  readonly readyAt: string
  /** The kinds of bills that its accounts have. */
  readonly formats: readonly string[]
}

const alipay = alipayFormats.map(format => format.code)

/** Taobao and Tmall pay through Alipay, so their bills are Alipay's. */
export const billPlatforms: readonly BillPlatform[] = [
  platform('alipay', { zh: '支付宝', en: 'Alipay', pt: 'Alipay (China)' }, alipay),
  platform(
    'wechat',
    { zh: '微信支付', en: 'WeChat Pay', pt: 'WeChat Pay (China)' },
    wechatFormats.map(format => format.code),
  ),
  platform('taobao', { zh: '淘宝天猫', en: 'Taobao and Tmall', pt: 'Taobao e Tmall' }, alipay),
  platform('pinduoduo', { zh: '拼多多', en: 'Pinduoduo', pt: 'Pinduoduo (China)' }, ['pinduoduo-account']),
  platform('douyin', { zh: '抖店', en: 'Douyin', pt: 'Douyin (China)' }, ['douyin-fund']),
  platform('bank', { zh: '银行', en: 'Bank', pt: 'Banco' }, ['bank-list', 'bank-statement']),
  { ...platform('stripe', { zh: 'Stripe', en: 'Stripe', pt: 'Stripe' }, ['stripe-balance']), zone: 'UTC' },
]

function platform(code: string, name: BillPlatform['name'], formats: readonly string[]): BillPlatform {
  return { code, name, zone: 'Asia/Shanghai', readyAt: '10:00', formats }
}
