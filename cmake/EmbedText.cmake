# cmake -DINPUT=a.ll -DOUTPUT=a.inc -P EmbedText.cmake: a file as a string of C++.
file(READ "${INPUT}" text)
file(WRITE "${OUTPUT}" "R\"TEXT(${text})TEXT\"\n")
