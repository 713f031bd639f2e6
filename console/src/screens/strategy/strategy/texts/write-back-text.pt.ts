import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './write-back-text.zh.ts'

export const pt: Like<typeof zh> = {
  title: 'Retorno e repasse',
  text: 'Campos da resposta do destino, mostrados em cada registro; depois de gravado, um registro pode ser repassado a outra estratégia que recebe envios.',
  fields: 'Campos do retorno',
  fieldsHint: 'O valor é um caminho na resposta, como {{data.Id}}; {{targetKey}} é o id que o destino deu.',
  field: at => `Nome do campo de retorno ${at}`,
  label: at => `Rótulo do campo de retorno ${at}`,
  value: at => `Valor do campo de retorno ${at}`,
  names: { field: 'Campo', label: 'Rótulo', value: 'Valor' },
  remove: at => `Remover a linha ${at}`,
  add: 'Adicionar campo',
  callback: 'Repassar à estratégia',
  callbackHint:
    'A origem dela deve ser a que recebe envios. O mesmo conteúdo de um registro é repassado uma vez; uma falha não afeta esta estratégia.',
  none: 'A ninguém',
  whole: 'O registro inteiro é repassado, com os campos acima em writeBack; ou só estes campos:',
  bodyField: at => `Nome do campo repassado ${at}`,
  bodyValue: at => `Valor do campo repassado ${at}`,
  removeBody: at => `Remover o campo repassado ${at}`,
  addBody: 'Adicionar campo a repassar',
  result: 'Retorno do destino',
  absent: 'não está na resposta',
}
