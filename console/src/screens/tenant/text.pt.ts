import type { Like } from '../../lib/i18n.ts'
import type { zh } from './text.zh.ts'

export const pt: Like<typeof zh> = {
  title: 'Dados do locatário',
  intro: (name, code) => `Todos os dados do locatário "${name}" (${code}): exporte-os ou encerre o locatário.`,
  exports: {
    title: 'Exportar tudo',
    text: 'Um ZIP: um arquivo JSON Lines por tabela, os arquivos guardados, os arquivamentos e uma lista com contagens e hashes. Senhas, chaves e outros segredos ficam de fora, e a lista cita cada um. O arquivo é mantido por 7 dias.',
    begin: 'Iniciar a exportação',
    list: 'Exportações do locatário',
    empty: 'Nenhuma exportação ainda',
    emptyText: 'A exportação segue em segundo plano; você pode sair desta página.',
    begun: 'A exportação começou',
    cancelled: 'Termina após a tabela atual',
    cancel: 'Cancelar',
    download: 'Baixar',
    running: 'Há uma exportação em andamento',
    progress: (done, total) => `${done} / ${total}`,
    states: {
      queued: 'Na fila',
      running: 'Em andamento',
      done: 'Concluída',
      failed: 'Falhou',
      cancelled: 'Cancelada',
      expired: 'Expirada',
    },
    columns: {
      created: 'Criada',
      state: 'Estado',
      progress: 'Tabelas e arquivos',
      rows: 'Linhas',
      size: 'Tamanho',
      sha256: 'SHA-256',
      by: 'Por',
      expires: 'Expira',
      actions: 'Ações',
    },
  },
  end: {
    title: 'Encerrar o locatário',
    text: days =>
      `O pedido espera ${days} dias; o trabalho continua e o pedido pode ser desfeito. Depois, as linhas de todas as tabelas, arquivos, arquivamentos e exportações são removidos em definitivo; uma chave lê o comprovante.`,
    ask: 'Pedir o encerramento',
    askTitle: name => `Encerrar o locatário "${name}"?`,
    askText: days =>
      `Em ${days} dias todos os dados são removidos e ninguém mais pode entrar. Backups anteriores e o que foi gravado em sistemas de destino não são alcançados. Exporte tudo antes.`,
    waiting: (time, by) => `${by} pediu o encerramento; a remoção começa em ${time}.`,
    removing: 'A remoção está em andamento e não pode ser desfeita.',
    withdraw: 'Desfazer o pedido',
    withdrawn: 'Pedido desfeito',
    keyTitle: 'Guarde o link do comprovante',
    keyText: 'Após a remoção ninguém pode entrar; este link lê o comprovante. Ele é mostrado só desta vez.',
    keyLabel: 'Link do comprovante',
    keyDone: 'Já guardei',
    history: (by, time) => `O último pedido foi desfeito por ${by} em ${time}.`,
  },
}
