import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'The receiver lets us not in (HTTP {status}).': '接收方拒绝访问（HTTP {status}）。',
  'Check the fixed headers and the address.': '请检查固定请求头和地址。',
}
