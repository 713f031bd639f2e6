import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './flow-text.zh.ts'

export const pt: Like<typeof zh> = {
  staged: 'Preparo',
  mapped: 'Mapeamento',
  outcome: 'Desfecho',
  handled: 'tratados',
  received: 'aceitos',
  mappingVersion: version => `versão ${version}`,
  stored: count => `${count} ao todo`,
  ofRun: (name, count) => `${name} nesta execução: ${count}, abrir a lista`,
  inAll: (name, count) => `${name} ao todo: ${count}, abrir a lista`,
  outcomes: {
    written: 'Gravados',
    waiting: 'Aguardando',
    retrying: 'A repetir',
    error: 'Erros',
    unknown: 'Desconhecidos',
  },
  groups: (stored, grouped, isEven) =>
    `linhas armazenadas ${stored} ${isEven ? '=' : '≠'} linhas nos grupos lidos ${grouped}`,
  why: {
    draft: 'Ainda não iniciada: inicie quando a verificação passar, ou execute uma vez antes.',
    never: 'Nunca foi executada: execute agora, ou inicie-a e aguarde a agenda.',
    noRead: 'A origem não tem nada que sirva: a última execução não leu nenhum registro.',
    broken: reason => `A última execução foi interrompida: ${reason}`,
    partial: 'A última execução não fez tudo; “Execuções” diz por quê.',
    allWritten: 'Tudo o que foi lido está gravado; nada aguarda.',
    following: 'Nada de novo na origem; aguardando a próxima mudança.',
    lost: 'A posição foi perdida: continua depois de reler tudo, veja “Acompanhamento de alterações” abaixo.',
    moving: rate => `Movendo ${rate} registros por segundo.`,
    slowSource: seconds => `A origem não entrega a próxima página há ${seconds} segundos: a origem está lenta.`,
    slowTarget: (seconds, pending) =>
      `Lidos e prontos: ${pending}. O destino não responde há ${seconds} segundos: o destino está lento.`,
    stopping: pending => `Parando: termina quando os ${pending} em mãos forem gravados ou devolvidos.`,
    unknown: count => `Gravações sem resposta: ${count}. Nunca são reenviadas sozinhas; alguém precisa decidir.`,
    retrying: count => `Aguardando estoque, cadastros ou a próxima tentativa: ${count}. São repetidos sozinhos.`,
    rejected: count => `Linhas rejeitadas na leitura, que não estão no destino: ${count}.`,
    errors: count => `Não gravados: ${count}. Cada um precisa de uma decisão ou correção, e depois é reprocessado.`,
    reason: 'Motivo: ',
    mostly: n => `${n} deles: `,
    causes: 'Todas as causas',
    first: 'A primeira: ',
    rejectedRows: 'Linhas rejeitadas',
    waitsStopped: count => `Aguardando: ${count}. A estratégia está parada; inicie-a ou execute agora.`,
    waitsPaused: count => `Aguardando: ${count}. A agenda está pausada; retome-a ou execute agora.`,
    waitsFollow: (count: string) =>
      `${count} registros aguardam: o acompanhamento parou e será tentado de novo; veja o motivo em Execuções.`,
    waitsByHand: count => `Aguardando: ${count}. Não há agenda; execute agora.`,
    waitsFirst: (time: string) => `Iniciada, ainda sem execuções: a primeira será em ${time}.`,
    waitsNext: (count, time) => `Aguardando a próxima execução: ${count}, em ${time}.`,
  },
}
