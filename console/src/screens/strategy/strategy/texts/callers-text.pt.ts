import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './callers-text.zh.ts'

export const pt: Like<typeof zh> = {
  title: 'Esta alteração afeta quem chama',
  titleOfAll: 'Esta alteração é sentida por outros',
  gone: (fields, more) =>
    `Depois de salvar, estes campos de destino não são mais gravados: ${fields}${more === '' ? '' : ` e mais ${more}`}. Quem os lê:`,
  moved: 'Depois de salvar, grava em outro lugar, e o destino antigo não recebe nada novo. Quem o lê:',
  intro: days =>
    `Conferido com chamadas reais dos últimos ${days} dias: estas aplicações encontrariam outra coisa, ou falhariam, chamando como chamam. Avise-as antes.`,
  what: {
    closed: 'Registros não são mais recebidos',
    filter: 'Não é mais encontrado por',
    key: 'A chave respondida vem de',
    number: 'O número respondido vem de',
    rows: 'Sumiu, e decide quais linhas aparecem:',
    field: 'Não é mais respondido:',
    type: 'Outro tipo:',
    required: 'Falta um campo da chave nos registros enviados:',
    refused: 'Registros enviados não são mapeados:',
    dropped: 'Registros enviados são filtrados',
  },
  was: before => `era ${before}`,
  from: (before, after) => `era ${before}, será ${after}`,
  calls: count => `${count} chamadas`,
  records: count => `${count} registros enviados`,
  changed: fields => `Gravado de outra forma no destino: ${fields}`,
  looked: (calls, records) => `${calls} chamadas e ${records} registros enviados foram conferidos. `,
  untried: count => `De mais ${count} só uma execução sabe. `,
  untold: 'A origem não informa seus campos; os respondidos não foram conferidos.',
  save: 'Salvar mesmo assim',
  back: 'Voltar',
}
