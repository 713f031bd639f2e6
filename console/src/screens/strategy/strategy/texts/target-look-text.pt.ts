import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './target-look-text.zh.ts'

export const pt: Like<typeof zh> = {
  request: 'Requisição enviada',
  sample:
    'Mostrada com os primeiros registros da origem; o que é realmente enviado vem do mapeamento, no próximo passo.',
  noRequest: 'Ainda não é possível montar a requisição',
  answer: 'Resposta do sistema externo',
  paste: 'Cole uma resposta real, do manual ou de um log. Nada é enviado.',
  status: 'Status HTTP',
  another: 'Outra resposta',
  pickHint: 'Clique na resposta: onde ela diz sucesso, onde está a mensagem de erro, onde está a chave gravada.',
  picks: {
    result_path: 'Resultados por registro',
    result_error_path: 'Lista dos recusados',
    result_success_path: 'Sucesso do registro',
    result_target_key_path: 'Chave do registro',
    result_message_path: 'Mensagem do registro',
    result_index: 'Índice do registro',
    success_path: 'Marca de sucesso',
    message_path: 'Mensagem de erro',
    target_key_path: 'Chave gravada',
  },
  reading: 'Como é lida com as definições atuais',
  record: no => `Registro ${no}`,
  outcomes: {
    written: 'Gravado',
    skipped: 'Já existe, conta como concluído',
    failed: 'Com erro',
    unknown: 'Resultado desconhecido',
  },
  key: key => `chave ${key}`,
  field: name => `campo ${name}`,
  whole: 'Requisição inteira',
  asks: {
    rowLists: 'Concluídos e recusados estão em duas listas. Distinguir os registros pelo índice?',
    rowList: 'Cada elemento diz o próprio resultado. Distinguir os registros pela ordem?',
    success: 'Considerar sucesso só respostas assim?',
    targetKey: 'Guardar como chave do que foi gravado?',
  },
  seenAt: place => `A resposta contém ${place}.`,
  use: 'Usar',
  rows: 'Dados no destino',
  noRows: 'Ainda não há dados no destino',
}
