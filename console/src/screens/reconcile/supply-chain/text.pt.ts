import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './text.zh.ts'

export const pt: Like<typeof zh> = {
  label: 'Linhas de documentos (B)',
  intro:
    'O que os próprios documentos dizem que deve ser pago: cada linha é gravada por uma estratégia e leva de volta ao seu registro. As somas são sempre das linhas listadas.',
  strategies: 'Criar estratégia',
  export: 'Exportar',
  empty: 'Ainda não há linhas de documentos',
  emptyText:
    'Crie uma estratégia cujo destino seja "Esta plataforma", linhas da cadeia de suprimentos (B): cada linha gravada aparece aqui.',
  number: 'Número do pedido, do documento ou da linha (B17)',
  columns: {
    at: 'Hora do negócio',
    account: 'Conta',
    type: 'Tipo de documento',
    doc: 'Número do documento',
    line: 'Linha do documento',
    order: 'Número do pedido',
    kind: 'Tipo',
    item: 'Item',
    amount: 'Valor',
    sku: 'SKU',
    quantity: 'Quantidade',
    remark: 'Observação',
    status: 'Estado',
  },
  drawer: {
    title: 'Linha de documento',
    source: 'O registro de onde veio',
    tried: 'Esta linha foi gravada na depuração; nenhum registro foi mantido.',
    attributes: 'Outros campos',
    parent: 'Pedido superior',
    logistics: 'Código de rastreio',
    date: 'Data do negócio',
    recognised: 'Reconhecido em',
    reason: 'Por que é ignorada',
    name: 'Linha',
  },
}
