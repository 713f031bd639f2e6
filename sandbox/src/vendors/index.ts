import { startFeishuBitable } from './feishu-bitable.ts'
import { startJushuitan } from './jushuitan.ts'
import { startKingdee } from './kingdee.ts'
import { startShopify } from './shopify.ts'
import type { Vendor } from './vendor.ts'
import { startWooCommerce } from './woocommerce.ts'

/** Simulated vendors by the id of the pack that speaks to them. */
export const vendors: Readonly<Record<string, () => Promise<Vendor>>> = {
  'feishu-bitable': startFeishuBitable,
  jushuitan: startJushuitan,
  kingdee: startKingdee,
  shopify: startShopify,
  woocommerce: startWooCommerce,
}
