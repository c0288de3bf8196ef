#include <tmamap/rule.hpp>
