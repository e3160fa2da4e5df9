// Texts of the analysis, the lessons and the list of games.

export default {}
