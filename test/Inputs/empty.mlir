// Nothing.
module {
}
