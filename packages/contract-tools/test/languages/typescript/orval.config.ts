/** How orval's client is generated: the address is an expression, since calls have no option for it. */
export default {
  plants: {
    input: process.env['CONTRACT'] ?? '',
    output: {
      target: './dist/orval.ts',
      client: 'fetch',
      baseUrl: { runtime: "process.env['PLANT_STORE_URL']" },
    },
  },
}
