/** A file of plants that takes some megabytes in a database. */
export const manyPlants = Array.from(
  { length: 30_000 },
  (_, index) => `{"name":"plant number ${index}"}`,
).join('\n')
