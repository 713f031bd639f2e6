import type { Sentences } from '@sluice/contract'

export const sentences: Sentences = {
  'The model answered without a text.': '模型的应答中没有文字。',
  'Ask again, or shorten the question; if it stays, check base URL and model.':
    '请再问一次，或缩短问题；若一直如此，请检查基础地址和模型。',
}
