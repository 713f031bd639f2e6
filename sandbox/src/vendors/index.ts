import { startDingtalkApproval } from './dingtalk-approval.ts'
import { startFeishuBitable } from './feishu-bitable.ts'
import { startJushuitan } from './jushuitan.ts'
import { startKingdee } from './kingdee.ts'
import { startKuaimai } from './kuaimai.ts'
import { startShopify } from './shopify.ts'
import type { Vendor } from './vendor.ts'
import { startWangdian } from './wangdian.ts'
import { startWecom } from './wecom.ts'
import { startWooCommerce } from './woocommerce.ts'
import { startYonyou } from './yonyou.ts'

/** Simulated vendors by the id of the pack that speaks to them. */
export const vendors: Readonly<Record<string, () => Promise<Vendor>>> = {
  'dingtalk-approval': startDingtalkApproval,
  'feishu-bitable': startFeishuBitable,
  jushuitan: startJushuitan,
  kingdee: startKingdee,
  kuaimai: startKuaimai,
  shopify: startShopify,
  wangdian: startWangdian,
  wecom: startWecom,
  woocommerce: startWooCommerce,
  yonyou: startYonyou,
}
